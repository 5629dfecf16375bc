import { openOffice } from '@back-office/web/platform/office/open-office.ts';
import { serveImport } from '@back-office/web/crud/import/table/import-worker.ts';
import { office } from '../office.ts';

openOffice(office);
serveImport();
