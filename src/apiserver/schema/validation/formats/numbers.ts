const digitsOnly = /[^0-9]+/g;
const creditCard =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$/;
const spacesAndMinus = /[\t\n\f\r -]+/g;
const isbn10 = /^(?:[0-9]{9}X|[0-9]{10})$/;
const isbn13 = /^[0-9]{13}$/;

const digitAt = (text: string, i: number): number => text.charCodeAt(i) - 48;

/** A card number of a known issuer whose check digit is right, whatever stands between the digits. */
export function isCreditCard(text: string): boolean {
  const digits = text.replace(digitsOnly, "");
  if (!creditCard.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digitAt(digits, digits.length - 1 - i);
    const doubled = digit * 2;
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export function isIsbn10(text: string): boolean {
  const digits = text.replace(spacesAndMinus, "");
  if (!isbn10.test(digits)) return false;
  let sum = 10 * (digits.endsWith("X") ? 10 : digitAt(digits, 9));
  for (let i = 0; i < 9; i++) sum += (i + 1) * digitAt(digits, i);
  return sum % 11 === 0;
}

export function isIsbn13(text: string): boolean {
  const digits = text.replace(spacesAndMinus, "");
  if (!isbn13.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += (i % 2 === 0 ? 1 : 3) * digitAt(digits, i);
  return digitAt(digits, 12) === (10 - (sum % 10)) % 10;
}
