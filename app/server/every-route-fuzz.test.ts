import { office } from '@back-office/app/office.ts';
import { everyRoute } from '@back-office/server/testing/suites/every-route.ts';
import { openTestApp } from '@back-office/server/testing/test-app.ts';

/** @see docs/postmortems/a-check-that-the-sibling-forgot.md */
everyRoute({ open: openTestApp, office, resources: office.resources });
