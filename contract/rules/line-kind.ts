/**
 * Tells from an order item's words whether it is a thing that a design is printed on: gifts, 补差价, films, straps and services are
 * not, although many stand in orders of cases. Titles are made for search engines, so what a title names first counts. Pure.
 */
import { propertyParts } from './bought-case'

export const lineKinds = ['case', 'gift', 'difference', 'film', 'accessory', 'service'] as const
export type LineKind = (typeof lineKinds)[number]

export interface NamedLine {
  readonly title: string
  readonly propertiesName: string
}

const cases = '手机壳|保护壳|外壳|手机套|保护套|皮套|软壳|硬壳|壳子|壳|(?<![a-z])case(?![a-z])'
const films = '(?:钢化|水凝|防窥|镜头|保护|手机|后|软|屏保|全屏|玻璃|高清|蓝光|贴)?膜'
const accessories =
  '挂绳|手机链|手机绳|挂链|腕带|手绳|斜挎带|背带|吊坠|挂件|挂饰|支架|指环扣?|气囊|数据线|充电器|充电宝|充电头|耳机|转接头|贴纸|擦镜布|清洁布|收纳袋|贴膜器|夹片|防尘塞'
const services =
  '设计费|服务费|加急|代付|打包|包装费|礼盒|手提袋|运费险|手续费|改图|修图|抠图|设计服务|定制费|人工费|开发票|质保|延保|保险'
const differences =
  '补差|差价|差额|补价|补齐|加钱|快递费|付款链接|付款专用|一元链接|1元链接|price difference|postage|shipping fee|补邮|补运费|补款|补拍|补钱|补费|尾款|定金|(?:邮费|运费)(?!险)'
/** Words of a difference that stand in titles of cases only where the item is no case; 运费险 and 包邮费 stand in many. */
const surelyDifferences = /补差|差价|差额|补价|补邮|补运费|补款|补拍|补钱|(?:邮费|运费)(?!险)(?:补|专|链接|差|$)/
const gifts = '赠品|赠送品|赠礼|随单礼|福袋|礼包|(?<![a-z])free gift(?![a-z])|非卖品|小礼品|小礼物|小赠品|赠送|免费送|买就送|样品'
/** Words of a listing that is not shipped, or not shipped on its own. */
const neverSent = /拍下不发|单拍不发|不单独发|单拍无效|不单卖|不单独出售|勿拍|请勿单拍/

/** Where an item is called neither a case nor an accessory of those above. */
const protectors = '钢化玻璃|屏幕保护|防爆玻璃|screen protector|tempered glass'
const straps = '(?<![a-z])(?:strap|lanyard|charm|cable|charger|stand|sticker)(?![a-z])'

/** A thing that is given with another: 送钢化膜, 壳+膜, 带挂绳. */
const bundled = new RegExp(
  `(?:送|赠送?|含|带|配|附|加|和|[+&、/])\\s*[\\p{Script=Han}a-z0-9]{0,6}?(?:${films}|${accessories})`,
  'gu',
)
/** An accessory named after the case that it belongs to: 手机壳挂绳, 壳膜. */
const ofCase = new RegExp(`(?:${cases})(?=(?:专用|上的?|背面)?(?:${accessories}))`, 'gu')

/** An accessory that a case has: 支架手机壳; but 手机挂绳手机壳挂脖绳 is a strap. */
const partOfCase = new RegExp(`(?:${accessories})(?=款?的?(?:${cases})(?!挂|专用|配件|链|绳|夹))`, 'gu')

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()
const firstOf = (text: string, words: string): number => {
  const at = text.search(new RegExp(words, 'u'))
  return at === -1 ? Number.POSITIVE_INFINITY : at
}

function kindOfTitle(title: string): LineKind {
  const text = plain(title)
  const start = text.replace(/^[\s【[(（「『*★☆!！]+/, '')
  if (neverSent.test(text)) return new RegExp(differences).test(text) ? 'difference' : 'gift'
  if (/^(?:赠品|赠送品|非卖品|小礼品|小礼物|礼品)/.test(start)) return 'gift'
  if (surelyDifferences.test(text)) return 'difference'
  const own = text
    .replace(bundled, ' ')
    .replace(/膜壳|壳膜/g, '壳')
    .replace(ofCase, ' ')
    .replace(partOfCase, ' ')
  const first = {
    case: firstOf(own, cases),
    film: firstOf(own, films),
    accessory: firstOf(own, accessories),
  }
  const nearest = Math.min(first.case, first.film, first.accessory)
  if (nearest !== Number.POSITIVE_INFINITY) {
    if (first.case === nearest) return 'case'
    return first.film === nearest ? 'film' : 'accessory'
  }
  if (new RegExp(protectors).test(text)) return 'film'
  if (new RegExp(straps).test(text)) return 'accessory'
  if (new RegExp(gifts).test(text)) return 'gift'
  if (new RegExp(differences).test(text)) return 'difference'
  return new RegExp(services).test(text) ? 'service' : 'case'
}

/** One choice among cases may be something else: 套餐:单独钢化膜, 颜色分类:补差价. */
function kindOfValue(value: string): LineKind {
  const text = plain(value)
    .replace(/【.*?】|\(.*?\)|\[.*?\]/g, ' ')
    .trim()
  if (surelyDifferences.test(text) || /^(?:邮费|运费|尾款|定金)/.test(text)) return 'difference'
  if (/^(?:赠品|非卖品)/.test(text) || neverSent.test(text)) return 'gift'
  if (new RegExp(cases, 'u').test(text)) return 'case'
  const alone = (words: string) =>
    new RegExp(
      `^(?:单独|单买|单拍|单|仅|只要|只拍|只)?\\s*[\\p{Script=Han}a-z0-9\\s]{0,8}?(?:${words})\\s*(?:\\d*\\s*[片条根个张套]装?)?$`,
      'u',
    ).test(text.replace(bundled, ' '))
  if (alone(films)) return 'film'
  if (/^(?:单|仅|只)/.test(text) && alone(accessories)) return 'accessory'
  if (/^(?:手机)?(?:挂绳|手机链|手机绳|腕带|数据线|贴纸)(?:\d*\s*[条根个张]装?)?$/.test(text)) return 'accessory'
  return new RegExp(`^(?:${services})$`).test(text) ? 'service' : 'case'
}

/** Returns the title of a line that is given with another, by which `lineKindOf` knows it. */
export const giftNamed = (title: string): string => `【赠品】${title}`.slice(0, 500)

/** Returns what an item is; whatever its words do not exclude is a case. */
export function lineKindOf({ title, propertiesName }: NamedLine): LineKind {
  const ofTitle = kindOfTitle(title)
  if (ofTitle !== 'case') return ofTitle
  const kinds = propertyParts(propertiesName).map(({ value }) => kindOfValue(value))
  return kinds.find((kind) => kind !== 'case') ?? 'case'
}
