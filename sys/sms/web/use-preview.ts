import type { SmsPreview, SmsSending } from '../sms-calls.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request } from '@back-office/web/platform/request/request.ts';

const pauseMs = 300;

/** The preview, fetched from the server once the person pauses. */
export function usePreview(sending: SmsSending): { preview: SmsPreview | undefined; error: Error | null; settled: boolean } {
  const typed = JSON.stringify(sending);
  const [asked, setAsked] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, error, isFetching } = useQuery({
    queryKey: ['sms-preview', asked],
    queryFn: ({ signal }) => request<SmsPreview>('/api/sys/sms/preview-send', { method: 'POST', json: asked, quiet: true, signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return { preview: data, error, settled: asked === typed && !isFetching };
}
