import { office } from '../../office.ts';
import { openOffice } from '@back-office/web/platform/office/open-office.ts';

// Set up as the application does before it draws anything.
openOffice(office);
