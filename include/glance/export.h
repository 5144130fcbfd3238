// Which names a shared library exports. All others are hidden: the library is built with
// -fvisibility=hidden.
#pragma once

/// Marks each public function, and each public class that has functions outside of headers.
#define GLANCE_API __attribute__((visibility("default")))
