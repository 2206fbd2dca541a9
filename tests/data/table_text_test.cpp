#include "data/table_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "smsvm/error.hpp"

namespace smsvm {
namespace {

using Role = TableColumn::Role;
using testing::ElementsAre;
using testing::IsEmpty;

TableSchema read_back(const std::string& text, std::int64_t features) {
  TextCursor cursor("model", text);
  TableSchema schema = read_table_text(cursor, features);
  EXPECT_FALSE(cursor.skip_blanks()) << text;
  return schema;
}

TableSchema every_kind() {
  TableSchema schema;
  for (const TableColumn& column : std::vector<TableColumn>{
           {"", Role::ignored},
           {"color \"x\"\n", Role::categories, {Label::parse("2"), Label::parse("blue sky")}, 0.0, true},
           {"flag", Role::boolean},
           {"label", Role::label},
           {"w", Role::weight},
           {"", Role::number},
           {"", Role::number},
           {"age", Role::number, {}, 1.0 / 3}})
    schema.add(column);
  return schema;
}

TEST(TableText, ComesBackAsItWas) {
  const TableSchema schema = every_kind();
  const TableSchema back = read_back(table_text(schema), schema.features());
  ASSERT_EQ(back.count(), schema.count());
  for (std::int64_t j = 0; j < back.count(); ++j) {
    EXPECT_EQ(back.column(j).name, schema.column(j).name);
    EXPECT_EQ(back.column(j).role, schema.column(j).role);
    EXPECT_EQ(back.column(j).categories, schema.column(j).categories);
    EXPECT_EQ(back.column(j).fill, schema.column(j).fill);
    EXPECT_EQ(back.column(j).indicates_missing, schema.column(j).indicates_missing);
  }
}

TEST(TableText, TakesLittleForColumnsWithoutNames) {
  TableSchema schema;
  schema.add_numbers(784);
  schema.add({"", Role::label});
  EXPECT_EQ(table_text(schema), "785 numbers 784 \"\" label");
  EXPECT_EQ(read_back(table_text(schema), 784).features(), 784);
}

TEST(TableText, RefusesWhatDoesNotFitTheFeatures) {
  for (const char* text : {"2 numbers 3", "1 numbers 9999999999999", "9999999999 numbers 9999999999", "1 \"a\" banana",
                           "1 \"a\" categories 9999999 \"x\"", "1 \"a\" number fill inf", "3 numbers 2", "-1", ""}) {
    TextCursor cursor("model", text);
    EXPECT_THROW(read_table_text(cursor, 2), DataError) << text;
  }
}

TEST(TableSchema, NamesTheFeaturesItsColumnsMake) {
  EXPECT_THAT(every_kind().feature_names(), ElementsAre("color \"x\"\n=2", "color \"x\"\n=blue sky",
                                                        "color \"x\"\n is missing", "flag", "", "", "age"));
  TableSchema nameless;
  nameless.add_numbers(2);
  nameless.change(1).role = Role::label;
  EXPECT_THAT(nameless.feature_names(), IsEmpty());
}

TEST(TableSchema, ChangesColumnsInAnyOrder) {
  TableSchema schema;
  schema.add_numbers(10);
  for (const auto& [column, role] : {std::pair(7, Role::ignored), std::pair(2, Role::boolean),
                                     std::pair(4, Role::label), std::pair(2, Role::weight)})
    schema.change(column).role = role;
  schema.add({"last"});
  EXPECT_EQ(table_text(schema),
            R"(11 numbers 2 "" weight numbers 1 "" label numbers 2 "" ignored numbers 2 "last" number)");
  EXPECT_EQ(schema.features(), 8);
  EXPECT_EQ(schema.find(Role::label), 4);
  EXPECT_EQ(schema.find(Role::boolean), std::nullopt);
}

}  // namespace
}  // namespace smsvm
