import { useEffect, useSyncExternalStore } from 'react';
import type { Upload } from './upload.ts';
import { uploads } from './uploads.ts';

/** The uploads of this window that match, including those left unfinished on this machine. */
export function useUploads(wanted: (upload: Upload) => boolean): readonly Upload[] {
  useEffect(() => void uploads.restore(), []);
  return useSyncExternalStore(uploads.subscribe, uploads.get).filter(wanted);
}
