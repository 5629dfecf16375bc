import { office } from '@back-office/app/office.ts';
import { everyResource } from '@back-office/app/testing/server/suites/every-resource.ts';
import { openTestApp } from '@back-office/app/testing/server/test-app.ts';

/* The life of one record, for every declared resource: a new resource is covered from the day it is declared. */
everyResource({ open: openTestApp, office, resources: office.resources });
