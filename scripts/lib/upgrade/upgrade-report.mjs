import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The steps of an upgrade, printed as they happen and stored in `.cache/upgrade-report.txt` of the company's folder. */
export class UpgradeReport {
  #lines;
  #file;

  constructor(company, { current, version }) {
    this.#file = join(company, '.cache/upgrade-report.txt');
    this.#lines = [`# 升级演练：${current} → ${version}`, '', new Date().toLocaleString('zh-CN', { hour12: false }), ''];
    console.log(this.#lines[0]);
  }

  get file() {
    return this.#file;
  }

  /** Runs a step, which returns what to report; reports its error and throws it on. */
  async step(title, work) {
    const start = performance.now();
    const seconds = () => `${((performance.now() - start) / 1000).toFixed(0)} 秒`;
    try {
      this.#print(`- [x] ${title}`, await work(), seconds());
    } catch (error) {
      this.#print(`- [ ] ${title}：失败`, error.message, seconds());
      throw error;
    }
  }

  close(sentence) {
    this.#print(`\n${sentence}`, '');
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, `${this.#lines.join('\n')}\n`);
  }

  #print(title, detail, took) {
    const lines = [
      took === undefined ? title : `${title}（${took}）`,
      ...(detail ?? '')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => `      ${line}`),
    ];
    this.#lines.push(...lines);
    console.log(lines.join('\n'));
  }
}
