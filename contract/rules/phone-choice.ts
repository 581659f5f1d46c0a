/**
 * Reads the phones that a product SKU names. A choice of a marketplace says more than a catalogue's name: colours, sizes of screens,
 * capacities, films and gifts stand beside the phone. They are left out before the matcher's reader reads the rest. Pure.
 */
import { type Phone, readName } from './phone-names'
import { brandNames, chineseWords, latinWords, neutralEditions } from './phone-words'

const openings = '([{〔〖【《「『〈<〘〚'
const closings = ')]}〕〗】》」』〉>〙〛'
/** Emoji, their joiners and skin tones, ornaments, and ① which NFKC would turn into a generation. */
const ornaments =
  /[\p{So}\p{Extended_Pictographic}\p{Emoji_Modifier}\u200b-\u200f\u2028-\u202e\u2460-\u24ff\u2776-\u2793]|\ufe0f|\ufeff/gu

/** Returns a choice in lower case with ASCII brackets and digits and without ornaments, so that only its words matter. */
export const plainChoice = (text: string): string =>
  [...text.replace(ornaments, ' ').normalize('NFKC').toLowerCase()]
    .map((sign) => (openings.includes(sign) ? '(' : closings.includes(sign) ? ')' : sign))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

/** A number before such a word counts something else than a generation. */
const units =
  /(?<![a-z\d.])\d+(?:\.\d+)?\s*(?:英寸|吋|寸|inch(?:es)?(?![a-z])|["”″]|厘米|毫米|[cm]m(?![a-z])|元|块|折|个|件|片|张|只|枚|条|套|台|层|倍|合一|天|小时|根|对|双|盒|包|份|号|月|次|孔|度|岁|[路米](?!\d))装?/g
/** The hardness, curvature and depth of glass: 9H, 2.5D, 21D. */
const glass = /(?<![a-z\d.])\d{1,2}(?:\.5)?\s*[dh](?![a-z\d])/g
/** Capacities beyond those of catalogues: 12+256, 8G, 1T; 4G and 5G are networks. */
const capacities =
  /(?<![a-z\d.+])(?:4|6|8|12|16|18|24)\s*g?b?\s*\+\s*(?:64|128|256|512|1)\s*[gt]?b?(?![a-z\d])|(?<![a-z\d.])(?:[236-9]|1[0268]|24|1024)\s*gb?(?![a-z\d])|(?<![a-z\d.])[45]\s*gb(?![a-z\d])|(?<![a-z\d.])[12]\s*tb?(?![a-z\d])/g
const others = /¥\s*\d+(?:\.\d+)?|(?<![a-z\d])ip6[5-9]k?(?![a-z\d])|[×*]\s*\d+|第[\d一二三]+[^代]|usb[\d.]*|type-?c/g
const besidePhone: readonly RegExp[] = [units, glass, capacities, others]

/** An accessory that comes with a case follows a plus sign directly, or one that stands alone: 15+钢化膜, 15 + 膜; but S23+ 送膜 is a Plus. */
const additions =
  /(?:(?<=\s)\+\s*|\+|加|送|赠送?|含|带|配)(?:\p{Script=Han}{0,4}(?:膜|贴|绳|链|挂|支架|指环|气囊|镜头|数据线|充电|耳机|壳|套|包|卡|礼|纸|笔|刷))/gu
const editionNames =
  '升级|加厚|加强|豪华|普通|标准|简约|高配|低配|基础|经典|新|旧|正|原装|原|精装|简装|情侣|男|女|儿童|卡通|彩绘|浮雕|真皮|皮革|支架|挂绳|镜头|直边|防滑|纯色|渐变|素色|透明|直播|旗舰|尊贵|奢华|轻薄|超薄|光面|哑光|闪粉|夜光|韩|日|欧|英'
/** Words before 版 that tell about the case, or about the same body. */
const harmlessEditions = new RegExp(`(?:${editionNames})版`, 'g')
const sameBody: readonly RegExp[] = [harmlessEditions, ...neutralEditions]
/** Editions that a table knows: those of the same body, and those that the matcher's reader turns into tokens. */
const knownEditions: readonly RegExp[] = [...sameBody, ...chineseWords.map(([word]) => word)]
const withoutEditions = (text: string): string => knownEditions.reduce((done, pattern) => done.replace(pattern, ' '), text)
/** An edition that no table knows may be another body; one that is named after a colour is none. */
const unknownEdition = /(?<=[a-z\d])\s*(?!\p{Script=Han}*[红蓝黑白绿紫金银灰粉青橙黄])(\p{Script=Han}{1,4})版/u

/** Latin words that tell about a case although they look like parts of a phone's name, or stand directly at a number. */
const caseWords =
  /(?:space|magsafe|black|white|blue|red(?!\s?magic|mi)|pink|green|purple|gold|silver|gr[ae]y|clear|titanium|natural|orange|yellow|brown|beige|matte|glossy|tpu|imd|face|lace|case|cover|style|color|size|logo|new|hot|diy|oem|ins(?![a-z]))(?![a-z])/g
/** Latin words that mean another body although the matcher does not need them to split joined letters. */
const bodyWords = new Set([
  'art',
  'prime',
  'active',
  'explorer',
  'premium',
  'infinity',
  'purse',
  'razr',
  'axon',
  'nex',
  'ultimate',
])
const shortNoise = new Set(['pc', 'lv', 'ic', 'id', 'ai', 'nb', 'hd', 'no', 'in', 'of', 'ok', 'by'])
/** A size of clothes and bags, unless it follows the number of a Pixel, where it means another body: Pixel 9 Pro XL. */
const pixelSize = /(?<=\d\s*a?\s*(?:pro)?\s*)xl(?![a-z\d])/

/** Whether a Latin word is made of words of phones' names and of one or two letters. */
export function isPhoneWord(word: string): boolean {
  if (bodyWords.has(word)) return true
  const rest = latinWords.reduce((text, known) => text.replaceAll(known, ' '), word)
  return rest.split(' ').every((part) => part.length <= 2)
}

/** Removes Latin words that stand alone and belong to no phone: HelloKitty, logo, TPU. */
const withoutForeignWords = (text: string): string =>
  text.replace(/(?<![a-z\d])[a-z]+(?![a-z\d])/g, (word, at: number) => {
    if (word === 'xl') return pixelSize.test(text.slice(Math.max(0, at - 8), at + 2)) ? word : ' '
    const isBrand = brandNames.some(({ names }) => names.some((name) => name.test(word)))
    return isBrand || (isPhoneWord(word) && !shortNoise.has(word)) ? word : ' '
  })

/** Returns a value in lower case without gifts, harmless editions, capacities, sizes and counts. */
export const withoutBesides = (value: string): string =>
  [additions, ...sameBody, ...besidePhone].reduce((done, pattern) => done.replace(pattern, ' '), value)

/** A plus sign directly before a brand, where another one stands before it: 苹果15+华为Mate60. */
const brandSources = brandNames.flatMap(({ names }) => names.map(({ source }) => source)).join('|')
const betweenPhones = new RegExp(`(?<=(?:${brandSources}).*)\\+(?=${brandSources})`, 'gu')

function cleaned(value: string): string {
  const text = value
    .replace(
      /(?<![一二三四五六七八九])十([一二三四五六七八九])/g,
      (_, digit: string) => ` 1${'一二三四五六七八九'.indexOf(digit) + 1}`,
    )
    .replace(additions, ' ')
    .replace(betweenPhones, '/')
    // Another plus sign before a Chinese word joins two things.
    .replace(/(?<=\p{Script=Han}\s*)\+|\+(?=送|赠)/gu, ' ')
    .replace(/(?<![a-z])pro\s+max/g, 'promax')
    .replace(harmlessEditions, ' ')
  const withoutFigures = besidePhone.reduce((done, pattern) => done.replace(pattern, ' '), text)
  return withoutForeignWords(withoutFigures.replace(caseWords, ' ')).replace(/[，,;；]|或者?|以及/g, '/')
}

const isNumber = (token: string): boolean => /^\d+$/.test(token)
const isHan = (token: string): boolean => /\p{Script=Han}/u.test(token)
/** Phones whose names have no number. */
const numberless = /^(?:x|xs|xr|xsmax|se|air)$/

/** Whether a token tells about the case: no iPhone is an Ultra, so 至尊版 names a case there, and XL is a body of a Pixel alone. */
const isCaseWord = (token: string, { brand }: Phone, text: string): boolean =>
  (token === 'xl' && brand !== 'google') || (token === 'ultra' && brand === 'apple' && text.includes('至尊'))

/** Leaves out words that only a choice has; a phone without a number is none, but for a few. */
function phonesIn(text: string, brandHint: string): Phone[] {
  return readName(text, brandHint).flatMap((phone) => {
    const tokens = phone.tokens.filter((token) => !isHan(token) && !isCaseWord(token, phone, text))
    const letters = tokens.filter((token) => !isNumber(token)).join('')
    const isPhone = tokens.some(isNumber) || (phone.brand === 'apple' && numberless.test(letters))
    return isPhone ? [{ ...phone, tokens, letters }] : []
  })
}

export interface ChosenPhones {
  /** The seller's name of the buyer's choice. */
  readonly text: string
  readonly phones: readonly Phone[]
  /** The choice also fits phones that it does not name (通用, 系列). */
  readonly isOpen: boolean
  /** An edition in it that no table knows, or null. */
  readonly edition: string | null
}

/** Reads the phones of one value. Words in brackets count only where the rest names no phone, or tells no generation of an SE. */
export function phonesOfValue(value: string, brandHint: string): ChosenPhones {
  const text = value.trim()
  const plain = plainChoice(text)
  const outside = /\(\s*第?\s*[一二三\d]\s*代?\s*\)/.test(plain) ? plain : plain.replace(/\(.*?\)/g, ' ')
  const readings = [outside, plain.replace(/[()]/g, ' ')].map((reading) => phonesIn(cleaned(reading), brandHint))
  return {
    text,
    phones: readings.find((phones) => phones.length > 0) ?? [],
    isOpen: /通用|系列|所有|全部|任意/.test(plain),
    edition: unknownEdition.exec(withoutEditions(plain))?.[1] ?? null,
  }
}
