import type { TwoFactorAnswer } from '@back-office/contract/calls/two-factor.ts';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../platform/request/request.ts';
import { retryUntilSuccess } from '../../platform/request/retry-until-success.ts';

/** The key of the person's own second factor among the queries. */
export const twoStepKey = ['two-step'];

/** The state of the person's own second factor. */
export const useTwoStep = () =>
  useQuery({
    queryKey: twoStepKey,
    queryFn: ({ signal }) => request<TwoFactorAnswer>('/api/sys/user/two-step', { signal, quiet: true }),
    refetchInterval: retryUntilSuccess(),
  });
