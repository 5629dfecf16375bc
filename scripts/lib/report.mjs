import { existsSync } from 'node:fs';
import { readJson } from './root.mjs';

/** Tests that passed and failed, from vitest's or Playwright's JSON report; a file that failed outside of its tests counts as one failed. */
export function readTotals(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  const report = readJson(file);
  if (report.stats) return { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected };
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

/** Prints a line per step and, last of all, the totals in the one form that CI reads. */
export function printSummary(steps) {
  console.log('');
  for (const { name, ok, seconds, passed, failed, note } of steps) {
    const tests = passed + failed > 0 ? `${passed} passed, ${failed} failed` : '';
    console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(22)} ${seconds.toFixed(1).padStart(6)} s  ${note ?? tests}`.trimEnd());
  }
  const sum = (of) => steps.reduce((total, step) => total + of(step), 0);
  // A step that failed without a failed test (lint, a crash) must not read as "0 failed".
  const failed = sum((step) => step.failed || (step.ok ? 0 : 1));
  console.log(`${sum((step) => step.passed)} passed, ${failed} failed`);
}
