// Which names a shared library shows. All others are hidden: the library is built with
// -fvisibility=hidden.
#pragma once

/// Before each public function, and in each public class that has functions outside of headers.
#define GLANCE_API __attribute__((visibility("default")))
