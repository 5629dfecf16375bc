/** An exact sum of decimal numbers, after any additions and subtractions: 0.1 and 0.2 make 0.3. */
export class DecimalSum {
  /** The sum, times ten to the power of `#scale`. */
  #units = 0n;
  #scale = 0;

  add(value: number): void {
    this.#change(value, 1n);
  }

  subtract(value: number): void {
    this.#change(value, -1n);
  }

  /** As decimal digits, without trailing zeros. */
  get text(): string {
    const digits = (this.#units < 0n ? -this.#units : this.#units).toString().padStart(this.#scale + 1, '0');
    const whole = digits.slice(0, digits.length - this.#scale);
    const fraction = digits.slice(whole.length).replace(/0+$/, '');
    return `${this.#units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
  }

  #change(value: number, sign: bigint): void {
    // A number's shortest text, such as 0.1, is what was typed; its binary value is not exactly that.
    const [mantissa = '0', exponent = '0'] = String(value).split('e');
    const [whole = '0', fraction = ''] = mantissa.split('.');
    const scale = fraction.length - Number(exponent);
    const units = BigInt(whole + fraction) * (scale < 0 ? 10n ** BigInt(-scale) : 1n);
    const valueScale = Math.max(0, scale);
    if (valueScale > this.#scale) {
      this.#units *= 10n ** BigInt(valueScale - this.#scale);
      this.#scale = valueScale;
    }
    this.#units += sign * units * 10n ** BigInt(this.#scale - valueScale);
  }
}
