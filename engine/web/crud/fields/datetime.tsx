import type { DatetimeField } from '@back-office/contract/resource/field.ts';
import { dateKit } from './date-kit.tsx';

export const datetime = dateKit<DatetimeField>('YYYY-MM-DD HH:mm:ss', true);
