import type { DateField } from '@back-office/contract/resource/field.ts';
import { dateKit } from './date-kit.tsx';

export const date = dateKit<DateField>('YYYY-MM-DD', false);
