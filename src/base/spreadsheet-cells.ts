/**
 * Tells which texts Excel and WPS turn into something else when they open a CSV file: numbers lose zeros, digits and separators, codes
 * become dates, times, fractions, percentages, amounts, truth values or errors. No document lists all of these; this takes more texts
 * than any version is known to change, because a tab at the end of a cell is invisible and keeps it as typed.
 */

/** A number that every version shows as it is written: at most 11 characters, no leading zero, no zero at the end of its places. */
const plainNumber = /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/
const plainNumberLength = 11

const truthOrError = /^(?:true|false|#(?:n\/a|div\/0!|ref!|value!|name\?|num!|null!|getting_data|spill!|calc!))$/i

/** Words and signs that belong to numbers, amounts, dates and times; what else a text contains makes it a text. */
const tokens = new RegExp(
  [
    // Months in English, also directly before a number: MARCH1 becomes the 1st of March.
    'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?',
    '(?:mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?',
    // Times of the day, in both languages.
    'a\\.?m\\.?|p\\.?m\\.?|上午|下午|中午|早上|晚上|凌晨',
    // Parts of dates and times in Chinese, and the numerals that stand before them.
    '[年月日号號时時点點分秒周週〇○零一二三四五六七八九十廿卅]|星期|礼拜',
    // Currencies, by sign and by code.
    '[¥$€£₩₹₽฿₫₱₪₺元角圆圓块]|rmb|cny|usd|eur|gbp|jpy|hkd|twd|krw|us\\$|hk\\$|nt\\$',
    // Exponents and the marks of a time zone in dates of ISO 8601.
    '(?<=\\d\\s*)[ed](?=\\s*[+-]?\\s*\\d)|(?<=\\d)t(?=\\d)|(?<=\\d)z$|(?<=\\d\\s*)[ap]$',
  ].join('|'),
  'giu',
)
/** Characters that may stand between the digits of all these; ½ is written as 1⁄2 by then. */
const joints = /^[\d\s.,'’`_+\-−–—~/⁄\\:;()[\]%‰]*$/u

/** Whether the text has to be marked as text, so that it is shown as typed. */
export function changedBySpreadsheets(text: string): boolean {
  // Chinese versions read full-width digits and signs like the usual ones, and skip all blanks around a value.
  const value = text
    .normalize('NFKC')
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .trim()
  if (value === '') return false
  if (truthOrError.test(value)) return true
  const hasNumber = /\d|[〇○零一二三四五六七八九十廿卅][年月日号號时時点點分秒]/u.test(value)
  if (!hasNumber || !joints.test(value.replace(tokens, ''))) return false
  return !(text === value && plainNumber.test(value) && value.length <= plainNumberLength)
}
