// The whole public interface of Glance.
#pragma once

#include "glance/base.h"
#include "glance/contact.h"
#include "glance/derivative.h"
#include "glance/generate.h"
#include "glance/hash.h"
#include "glance/impact.h"
#include "glance/interframe.h"
#include "glance/math.h"
#include "glance/motion.h"
#include "glance/query.h"
#include "glance/recording.h"
#include "glance/rng.h"
#include "glance/shape.h"
#include "glance/tolerance.h"
#include "glance/world.h"
