#!/usr/bin/env python3
"""tools/doxygen_filter writes comments once for each name, and leaves other lines as they are."""
import pathlib
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]


def filtered(text):
    with tempfile.NamedTemporaryFile("w", suffix=".h") as file:
        file.write(text)
        file.flush()
        return subprocess.run([TOP / "tools/doxygen_filter", file.name], check=True, capture_output=True,
                              text=True).stdout


class Filter(unittest.TestCase):
    def test_comment_behind(self):
        self.assertEqual(filtered("  double lower = 0, upper = {1, 2};  ///< bounds,\n"
                                  "                                     ///< both closed\n  int n = 0;\n"),
                         "  double lower = 0; /**< bounds, both closed */ double upper = {1, 2}; "
                         "/**< bounds, both closed */\n\n  int n = 0;\n")

    def test_comment_before(self):
        self.assertEqual(filtered("  /// Two ends.\n  Vec3 a = Vec3::zero(), b = Vec3::zero();\n"),
                         "  /// Two ends.\n  Vec3 a = Vec3::zero(); Vec3 b = Vec3::zero(); /**< Two ends. */\n")

    def test_calls_in_values(self):
        self.assertEqual(filtered("  Vec3 p = constant(nan(1, 2)), q = p;  ///< both\n"),
                         "  Vec3 p = constant(nan(1, 2)); /**< both */ Vec3 q = p; /**< both */\n")

    def test_defaulted(self):
        self.assertEqual(filtered("  bool operator==(const X&) const = default;\n"),
                         "  bool operator==(const X&) const = default;  ///< Compares member by member.\n")
        self.assertIn("///<", filtered("  World& operator=(World&&) noexcept;\n"))

    def test_head(self):
        self.assertEqual(filtered("// What it is:\n//   - one\n//     item\n//\n//   int x;\n#pragma once\n"),
                         "/// What it is:\n///   - one\n///     item\n/// \n///       int x;\n/// \\file\n")

    def test_plain_words(self):
        self.assertEqual(filtered("  /// World frame. World::detect. A World is.\n"),
                         "  /// %World frame. World::detect. A World is.\n")

    def test_header_names(self):
        self.assertEqual(filtered("  /// Needs <functional>, not `<a>`.\n  std::vector<int> n;  ///< of <b/c.h>\n"),
                         "  /// Needs `functional`, not `<a>`.\n  std::vector<int> n;  ///< of `b/c.h`\n")

    def test_all_else_stays(self):
        text = ("  /// Adds.\n  Vec3 sum(const Vec3& a, const Vec3& b) const;\n"
                "  std::map<int, int> table = {};\n  // Not a comment for Doxygen.\n  int a, b;\n"
                "  explicit Rng(std::uint64_t seed) : state_(seed) {}\n")
        self.assertEqual(filtered(text), text)


if __name__ == "__main__":
    unittest.main()
