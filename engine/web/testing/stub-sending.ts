import { vi } from 'vitest';

/** What is answered to a form; without a status, 200. */
interface Answered {
  status?: number;
  text: string;
}

/** Stands in for XMLHttpRequest, with which files are sent for its progress events, in this test. */
export function stubSending(answer: (form: FormData) => Answered | Promise<Answered>): void {
  class Sending extends EventTarget {
    readonly upload = new EventTarget();
    status = 200;
    responseText = '';
    withCredentials = false;
    private aborted = false;
    open(): void {}
    abort(): void {
      this.aborted = true;
      this.dispatchEvent(new Event('abort'));
    }
    setRequestHeader(): void {}
    getResponseHeader = (): null => null;
    async send(form: FormData): Promise<void> {
      const chunk = form.get('chunk');
      // Sent at once, and answered later.
      if (chunk instanceof File) this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: chunk.size }));
      const { status = 200, text } = await answer(form);
      if (this.aborted) return;
      Object.assign(this, { status, responseText: text });
      this.dispatchEvent(new Event('load'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Sending);
}
