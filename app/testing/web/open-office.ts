import { office } from '../../office.ts';
import { openOffice } from '@back-office/web/platform/office/open-office.ts';

// What the application does before it draws anything.
openOffice(office);
