import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { PageSkeleton } from '../../platform/states/page-skeleton.tsx';
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

test('the progress bar is shown until the page has its data, and again on the way to another page', async () => {
  await draw(
    <>
      <ProgressBar whole />
      <Asking />
    </>,
  );
  await expect.element(bar).toBeInTheDocument();
  // Longer than the wait for a page without queries.
  await new Promise((later) => setTimeout(later, 1_200));
  await expect.element(bar).toBeInTheDocument();
  arrive();
  await expect.element(bar).not.toBeInTheDocument();
  // Later queries of a page do not show the line.
  await page.getByRole('button', { name: '刷新' }).click();
  await expect.element(bar).not.toBeInTheDocument();
  await page.getByRole('link', { name: '别处' }).click();
  await expect.element(bar).toBeInTheDocument();
  arrive();
  await expect.element(bar).not.toBeInTheDocument();
});

test('a page without queries is complete when it is rendered', async () => {
  await draw(<ProgressBar whole />);
  await expect.element(bar).toBeInTheDocument();
  await expect.element(bar).not.toBeInTheDocument();
});

/** A query of the shell itself, beside a page whose code is still loading. */
function Shell() {
  const [there, setThere] = useState(false);
  const { data } = useQuery({ queryKey: ['of the shell'], queryFn: () => Promise.resolve('答复') });
  return (
    <>
      <p>{data}</p>
      <button type="button" onClick={() => setThere(true)}>
        到达
      </button>
      {there ? <Asking /> : <PageSkeleton />}
    </>
  );
}

test('the progress bar outlasts the queries of the shell, until the page is loaded and has its rows', async () => {
  await draw(
    <>
      <ProgressBar whole />
      <Shell />
    </>,
  );
  await expect.element(page.getByText('答复')).toBeVisible();
  await new Promise((later) => setTimeout(later, 1_200));
  await expect.element(bar).toBeInTheDocument();
  await page.getByRole('button', { name: '到达' }).click();
  await new Promise((later) => setTimeout(later, 200));
  await expect.element(bar).toBeInTheDocument();
  arrive();
  await expect.element(bar).not.toBeInTheDocument();
});

test('the progress bar outlasts queries sent before the area of the pages is rendered', async () => {
  await draw(<Drawing />);
  await expect.element(page.getByText('答复')).toBeVisible();
  await new Promise((later) => setTimeout(later, 300));
  await expect.element(bar).toBeInTheDocument();
  await page.getByRole('button', { name: '画完' }).click();
  await expect.element(bar).not.toBeInTheDocument();
});

/** A frame whose page is rendered after it. */
function Drawing() {
  const [whole, setWhole] = useState(false);
  const { data } = useQuery({ queryKey: ['of the shell'], queryFn: () => Promise.resolve('答复') });
  return (
    <>
      <ProgressBar whole={whole} />
      <p>{data}</p>
      <button type="button" onClick={() => setWhole(true)}>
        画完
      </button>
    </>
  );
}
