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
  return {{{"", Role::ignored},
           {"color \"x\"\n", Role::categories, {Label::parse("2"), Label::parse("blue sky")}, 0.0, true},
           {"flag", Role::boolean},
           {"label", Role::label},
           {"w", Role::weight},
           {"", Role::number},
           {"", Role::number},
           {"age", Role::number, {}, 1.0 / 3}}};
}

TEST(TableText, ComesBackAsItWas) {
  const TableSchema schema = every_kind();
  const TableSchema back = read_back(table_text(schema), schema.features());
  ASSERT_EQ(back.columns.size(), schema.columns.size());
  for (std::size_t j = 0; j < back.columns.size(); ++j) {
    EXPECT_EQ(back.columns[j].name, schema.columns[j].name);
    EXPECT_EQ(back.columns[j].role, schema.columns[j].role);
    EXPECT_EQ(back.columns[j].categories, schema.columns[j].categories);
    EXPECT_EQ(back.columns[j].fill, schema.columns[j].fill);
    EXPECT_EQ(back.columns[j].indicates_missing, schema.columns[j].indicates_missing);
  }
}

TEST(TableText, TakesLittleForColumnsWithoutNames) {
  TableSchema schema{std::vector<TableColumn>(784)};
  schema.columns.push_back({"", Role::label});
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
  EXPECT_THAT((TableSchema{{{"", Role::number}, {"", Role::label}}}.feature_names()), IsEmpty());
}

}  // namespace
}  // namespace smsvm
