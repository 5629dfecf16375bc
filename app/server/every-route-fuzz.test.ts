import { office } from '@back-office/app/office.ts';
import { everyRoute } from '../testing/server/suites/every-route.ts';
import { openTestApp } from '../testing/server/test-app.ts';

/** @see docs/postmortems/a-check-that-the-sibling-forgot.md */
everyRoute({ open: openTestApp, office, resources: office.resources });
