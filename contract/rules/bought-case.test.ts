import { describe, expect, test } from 'vitest'
import { boughtOtherPhone, fitOf } from './bought-case'

const design = (phoneBrandName: string, phoneModelName: string) => ({ phoneBrandName, phoneModelName, caseByHand: false })

/** `choice | brand | model` of a design for the phone that was bought, or for one that the choice does not exclude. */
const sameOrUnknown = `
  适用手机型号:苹果15 Pro Max 6.7英寸 | 苹果 | iPhone 15 Pro Max
  机型:三星S24U | 三星 | Galaxy S24 Ultra
  机型:iphone 15promax 256g | 苹果 | iPhone 15 Pro Max
  适用手机型号:iPhone 15 Pro;颜色分类:黑 | 苹果 | iPhone 15 Pro
  机型:苹果15ProMax | 苹果 | iPhone 15 Pro Max
  型号:【新款】苹果 15 Pro（磨砂） | 苹果 | iPhone 15 Pro
  型号:15 Pro | 苹果 | iPhone 15 Pro
  型号:Mate60 5G | 华为 | Mate 60
  型号:S23+ | 三星 | Galaxy S23 Plus
  型号:iPhone 15/15 Pro 通用 | 苹果 | iPhone 15 Pro
  颜色分类:透明 | 苹果 | iPhone 15 Pro
  型号:请备注型号 | 苹果 | iPhone 15 Pro
  机型:iPhone15Pro 9H钢化膜2片装 | 苹果 | iPhone 15 Pro
  机型:苹果15+钢化膜 | 苹果 | iPhone 15
  机型:苹果15Pro+送挂绳 | 苹果 | iPhone 15 Pro
  型号:S23+ 送钢化膜 | 三星 | Galaxy S23+
  机型:iPhone 15 Pro MagSafe 磁吸 | 苹果 | iPhone 15 Pro
  机型:iPhone 15 Pro Hello Kitty | 苹果 | iPhone 15 Pro
  机型:iPhone15 black | 苹果 | iPhone 15
  机型:iPhone15Pro原色钛金属 | 苹果 | iPhone 15 Pro
  机型:华为Mate60Pro 12+512G | 华为 | Mate 60 Pro
  机型:红米K70 16G+1T | 小米 | Redmi K70
  机型:小米14 8GB+256GB | 小米 | 小米 14
  机型:iPhone 13 64G | 苹果 | iPhone 13
  机型:iPhone 14 128GB 国行 | 苹果 | iPhone 14
  机型:iPhone 16 Pro 1TB | 苹果 | iPhone 16 Pro
  机型:华为Mate60Pro 昆仑玻璃版 | 华为 | Mate 60 Pro
  机型:苹果12 升级版 | 苹果 | iPhone 12
  机型:苹果14 第2件半价 | 苹果 | iPhone 14
  机型:苹果14 2.5D弧边 | 苹果 | iPhone 14
  机型:苹果14 21D全屏 | 苹果 | iPhone 14
  机型:苹果14 加厚1.5mm | 苹果 | iPhone 14
  机型:苹果14 IP68防水 | 苹果 | iPhone 14
  机型:苹果14 ￥19.9 | 苹果 | iPhone 14
  机型:苹果14 *2 | 苹果 | iPhone 14
  机型:iPhone SE2022 | 苹果 | iPhone SE (第 3 代)
  机型:iPhone SE（第3代） | 苹果 | iPhone SE3
  机型:苹果XSMax 6.5寸 | 苹果 | iPhone XS Max
  机型:XR | 苹果 | iPhone XR
  机型:A3108 | 苹果 | iPhone 15 Pro Max
  颜色分类:【苹果15Pro】磨砂黑;套餐类型:官方标配 | 苹果 | iPhone 15 Pro
  颜色分类:iPhone15 透明壳 | 苹果 | iPhone 15
  颜色分类:15promax 黑 | 苹果 | iPhone 15 Pro Max
  品牌:苹果;型号:15 Pro | 苹果 | iPhone 15 Pro
  适用品牌:Apple/苹果;适用型号:iPhone 15 Plus | 苹果 | iPhone 15 Plus
  手机壳颜色:黑 15;机型:iPhone 14 | 苹果 | iPhone 14
  规格型号:透明;颜色分类:iPhone 15 | 苹果 | iPhone 15
  机型:iPhone 15系列 | 苹果 | iPhone 15 Pro
  机型:全系列通用 | 苹果 | iPhone 15 Pro
  尺寸:6.7英寸;颜色:黑 | 苹果 | iPhone 15 Pro Max
  容量:256G | 苹果 | iPhone 15 Pro Max
  材质:9H钢化玻璃 | 苹果 | iPhone 15 Pro Max
  型号:6.1寸 | 苹果 | iPhone 15
  型号:9H | 苹果 | iPhone 15
  机型:Redmi Note12 Turbo 哈利波特版 | 小米 | Redmi Note 12 Turbo
  机型:红米K60U | 小米 | Redmi K60 至尊版
  机型:华为P70 | 华为 | Pura 70
  机型:真我GTNeo5 240W | 真我 | GT Neo5
  机型:vivo x100s pro 磨砂 | vivo | X100s Pro
  机型:爱酷neo9 | vivo | iQOO Neo9
  机型:一加Ace3 5G | 一加 | Ace 3
  机型:荣耀Magic6至臻版 | 荣耀 | Magic6 至臻版
  机型:荣耀V40轻奢版 | 荣耀 | V40轻奢版
  机型:三星Flip6 | 三星 | Galaxy Z Flip6
  机型:苹果15 Pro 樱花粉版 | 苹果 | iPhone 15 Pro
  机型:ｉＰｈｏｎｅ　１５　Ｐｒｏ | 苹果 | iPhone 15 Pro
  机型:iPhone15Pro、iPhone16Pro | 苹果 | iPhone 16 Pro
  机型:苹果12，12Pro | 苹果 | iPhone 12 Pro
  机型:14 Pro Max 6.7 | 苹果 | iPhone 14 Pro Max
  机型:苹果16 3个装 | 苹果 | iPhone 16
  机型:苹果 7P/8P | 苹果 | iPhone 8 Plus
  机型:三星 S24+ 256G | 三星 | Galaxy S24+
  机型:苹果15Pro256G | 苹果 | iPhone 15 Pro
  机型:苹果15Pro6.1寸 | 苹果 | iPhone 15 Pro
  型号:苹果十五pro | 苹果 | iPhone 15 Pro
  型号:苹果 iPhone15 Pro(A3104) | 苹果 | iPhone 15 Pro
  膜:15 Pro钢化膜;机型:iPhone 14 | 苹果 | iPhone 14
  机型:苹果15;颜色:14K金 | 苹果 | iPhone 15
  适用手机型号:Mate 70 RS 非凡大师 | 华为 | Mate 70 RS
  机型:小米17 Ultra 至尊版 | 小米 | 小米 17 Ultra
  机型:小米 14 Ultra至尊版 | 小米 | 小米 14 Ultra
  机型:红米K70至尊版 | 小米 | Redmi K70 至尊版
  机型:OPPO Find X7 Ultra 至尊版 | OPPO | Find X7 Ultra
  机型:OPPO Find X8 至尊版 | OPPO | Find X8 Ultra
  机型:一加 Ace 5 竞速版 | 一加 | Ace 5 竞速版
  机型:iPhone 15 Pro Max 至尊版 | 苹果 | iPhone 15 Pro Max
  机型:小米17 Ultra by Leica | 小米 | 小米 17 Ultra
  机型:Pixel 9 Pro XL | Google | Pixel 9 Pro XL
  机型:①iPhone 16「磨砂」 | 苹果 | iPhone 16
  颜色分类:樱花;款式:图案03;型号:iPhone 15 | 苹果 | iPhone 15
  机型:苹果15+华为Mate60 | 华为 | Mate 60
  122216547:21001:适用手机型号:iPhone 15 Pro;1627207:28341:颜色分类:黑 | 苹果 | iPhone 15 Pro
  机型:谷歌Pixel 3a XL 透明 | Google | Pixel 3a XL
  型号:9 Pro XL | Google | Pixel 9 Pro XL
  颜色:iPhone 15 Pro XL码 | 苹果 | iPhone 15 Pro
`

/** The same for a design that was made for another phone than the one bought. */
const other = `
  机型:iPhone16e | 苹果 | iPhone 16
  机型:华为P60Art | 华为 | P60
  机型:华为P60 Art | 华为 | P60
  适用手机型号:华为 Mate 60;颜色分类:黑 | 苹果 | iPhone 15 Pro
  适用手机型号:iPhone 15;颜色分类:黑 | 苹果 | iPhone 15 Pro
  机型：苹果15ProMax；颜色：透明 | 苹果 | iPhone 15 Pro
  型号:小米 13 | 小米 | 小米 14
  型号:S23+ | 三星 | Galaxy S23
  型号:S24U | 三星 | Galaxy S24
  黑色;红米 Note 12 | 红米 | Note 13
  机型:iPhone 15/15 Pro | 华为 | Mate 60
  机型:iPhone 15系列 | 苹果 | iPhone 16 Pro
  机型:iPhone 13 64G | 苹果 | iPhone 13 Pro
  机型:iphone 15 256g | 苹果 | iPhone 16
  机型:苹果14 6.7英寸 Plus | 苹果 | iPhone 14
  机型:iPhone 17 Air | 苹果 | iPhone 17
  机型:iPhone 13mini | 苹果 | iPhone 13
  机型:小米13 | 小米 | 红米 13C
  机型:红米12 | 小米 | 小米 12
  机型:红米K70E | 小米 | Redmi K70
  机型:红米Note12 5G | 小米 | Redmi Note 12
  机型:荣耀X40GT | 荣耀 | X40
  机型:荣耀V40轻奢版 | 荣耀 | V40
  机型:荣耀Magic6 | 荣耀 | Magic6 至臻版
  机型:小米11 青春版 | 小米 | 小米 11
  机型:vivo X100s | vivo | X100
  机型:iQOO Neo7 竞速版 | vivo | iQOO Neo7
  机型:OPPO Reno11 | OPPO | Reno11 Pro
  机型:真我12Pro+ | 真我 | 12 Pro
  机型:一加9RT | 一加 | 9R
  机型:三星A52s | 三星 | Galaxy A52
  机型:华为nova12 Ultra | 华为 | nova 12 Pro
  机型:苹果XS Max | 苹果 | iPhone XS
  机型:XR | 苹果 | iPhone X
  机型:苹果SE2 | 苹果 | iPhone SE3
  颜色分类:【苹果15】磨砂黑 | 苹果 | iPhone 15 Pro
  颜色分类:苹果14promax透明 | 苹果 | iPhone 14 Pro
  品牌:华为;型号:60 Pro | 苹果 | iPhone 15 Pro
  机型:苹果15+钢化膜 | 苹果 | iPhone 15 Plus
  机型:苹果15Pro 钢化膜 9H | 苹果 | iPhone 15
  机型:A3092 | 苹果 | iPhone 15 Pro
  机型:苹果15 plus 送膜 | 苹果 | iPhone 15
  机型:Pixel 9 Pro XL | Google | Pixel 9 Pro
  机型:Pixel 9 Pro | Google | Pixel 9 Pro XL
  机型:小米17 Ultra 至尊版 | 小米 | 小米 17 Pro
  机型:红米K70至尊版 | 小米 | Redmi K70
  机型:红米K70 Pro | 小米 | Redmi K70 至尊版
`

const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))

describe('the phone bought and the one designed for', () => {
  test.each(rowsOf(sameOrUnknown))(
    'boughtOtherPhone finds no mismatch between %s and a design for %s %s',
    (bought, brand, model) => expect(boughtOtherPhone(bought ?? '', design(brand ?? '', model ?? ''))).toBeNull(),
  )

  test.each(rowsOf(other))('boughtOtherPhone reports that %s was bought and %s %s was designed', (bought, brand, model) =>
    expect(boughtOtherPhone(bought ?? '', design(brand ?? '', model ?? ''))).not.toBeNull(),
  )

  test.each([
    ['机型：苹果15ProMax；颜色：透明', design('苹果', 'iPhone 15 Pro'), '苹果15ProMax'],
    ['黑色;红米 Note 12', design('红米', 'Note 13'), '红米 Note 12'],
    ['型号:S23+', design('三星', 'Galaxy S23'), 'S23+'],
  ])('boughtOtherPhone names what was bought as the shop wrote it in %s', (bought, made, told) =>
    expect(boughtOtherPhone(bought, made)).toBe(told),
  )

  test.each([
    ['', design('苹果', 'iPhone 15 Pro')],
    ['适用手机型号:iPhone 15', design('', '')],
    ['机型:通用', design('苹果', 'iPhone 15')],
    ['尺寸:6.7英寸', design('苹果', 'iPhone 15')],
  ])('fitOf cannot tell whether %s is the phone of %o', (bought, made) => expect(fitOf(bought, made).fit).toBe('unknown'))

  test.each([
    ['机型:苹果15 Pro 6.1寸 256G', design('苹果', 'iPhone 15 Pro')],
    ['颜色分类:三星S24U 黑', design('三星', 'Galaxy S24 Ultra')],
  ])('fitOf is certain that %s is the phone of %o', (bought, made) => expect(fitOf(bought, made).fit).toBe('same'))

  test('boughtOtherPhone ignores customizations whose model the seller chose', () =>
    expect(boughtOtherPhone('型号:小米 13', { ...design('小米', '小米 14'), caseByHand: true })).toBeNull())
})
