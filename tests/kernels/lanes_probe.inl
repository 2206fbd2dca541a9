// Every operation on lanes, applied to a[8], b[8], c[8] and the floats f[8]; compiled for each instruction set.

void probe_lanes(const double* a, const double* b, const double* c, const float* f, double* results) {
  store(results, load(a));
  store(results + 8, load(f));
  store(results + 16, broadcast(a[3]));
  store(results + 24, zero());
  store(results + 32, load(a) + load(b));
  store(results + 40, load(a) - load(b));
  store(results + 48, load(a) * load(b));
  store(results + 56, multiply_add(load(a), load(b), load(c)));
  store(results + 64, subtract_product(load(a), load(b), load(c)));
  for (int l = 0; l < 8; ++l) results[72 + l] = sum(load(l % 2 == 0 ? a : b) * broadcast(c[l]));
  for (int l = 0; l < 8; ++l) results[80 + l] = multiply_add(a[l], b[l], c[l]);
  for (int l = 0; l < 8; ++l) results[88 + l] = subtract_product(a[l], b[l], c[l]);
}
