import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../testing/draw.tsx';
import { ProgressBar } from './progress-bar.tsx';

let arrive: () => void = () => undefined;

function Asking() {
  const { refetch } = useQuery({ queryKey: ['asked'], queryFn: () => new Promise<boolean>((done) => (arrive = () => done(true))) });
  return (
    <>
      <button type="button" onClick={() => void refetch()}>
        刷新
      </button>
      <Link to="/elsewhere">别处</Link>
    </>
  );
}

const bar = page.getByRole('progressbar');

test('the line is there until the page has what it asked for, and again on the way to another', async () => {
  await draw(
    <>
      <ProgressBar />
      <Asking />
    </>,
  );
  await expect.element(bar).toBeInTheDocument();
  // Longer than a page is waited for that asks for nothing.
  await new Promise((later) => setTimeout(later, 1_200));
  await expect.element(bar).toBeInTheDocument();
  arrive();
  await expect.element(bar).not.toBeInTheDocument();
  // What a page asks for later is its own.
  await page.getByRole('button', { name: '刷新' }).click();
  await expect.element(bar).not.toBeInTheDocument();
  await page.getByRole('link', { name: '别处' }).click();
  await expect.element(bar).toBeInTheDocument();
  arrive();
  await expect.element(bar).not.toBeInTheDocument();
});

test('a page that asks for nothing is there when it is drawn', async () => {
  await draw(<ProgressBar />);
  await expect.element(bar).toBeInTheDocument();
  await expect.element(bar).not.toBeInTheDocument();
});
