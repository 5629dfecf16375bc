import { office } from '@back-office/app/office.ts';
import { everyResource } from '@back-office/app/testing/server/suites/every-resource.ts';
import { openTestApp } from '@back-office/app/testing/server/test-app.ts';

/*
 * One life of a record, for every resource that is declared: a new resource is covered on the day it is declared.
 */
everyResource({ open: openTestApp, office, resources: office.resources });
