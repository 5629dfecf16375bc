/**
 * A fresh Idempotency-Key: a call that is sent again under the same one is done once. Random; crypto.randomUUID is absent where the page came over
 * plain http.
 * @example
 * export const submit = (id: string, key = newKey()) =>
 *   request(`/api/acme/agreement/submit/${id}`, { method: 'PUT', headers: { 'Idempotency-Key': key } });
 */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
