// The whole public interface of Glance.
#pragma once

#include "glance/base.h"
#include "glance/generate.h"
#include "glance/math.h"
#include "glance/motion.h"
#include "glance/query.h"
#include "glance/shape.h"
#include "glance/tolerance.h"
