import { Refusal } from '../../platform/http/refusal.ts';
import { WayRefusal } from './sign-in-way.ts';

/** Asks a directory. Refuses with 50300 while it cannot be reached. */
export async function callDirectory<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WayRefusal) throw new Refusal('unavailable', { message: '暂时无法连接公司目录，请稍后重试', retryAfter: 10 });
    throw error;
  }
}
