import type { SmsPreview, SmsSending } from '../sms-calls.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request } from '@back-office/web/platform/request/request.ts';

const pauseMs = 300;

/** The preview, fetched from the server once the person pauses. */
export function usePreview(sending: SmsSending): { preview: SmsPreview | undefined; error: Error | null; settled: boolean } {
  const typed = JSON.stringify(sending);
  const [requestedBody, setRequestedBody] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRequestedBody(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, error, isFetching } = useQuery({
    queryKey: ['sms-preview', requestedBody],
    queryFn: ({ signal }) => request<SmsPreview>('/api/sys/sms/preview-send', { method: 'POST', json: requestedBody, quiet: true, signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return { preview: data, error, settled: requestedBody === typed && !isFetching };
}
