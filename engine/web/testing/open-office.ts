import { office } from '@back-office/app/office.ts';
import { openOffice } from '../platform/office/open-office.ts';

// What the application does before it draws anything.
openOffice(office);
