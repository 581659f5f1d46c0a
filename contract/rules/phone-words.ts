/** The matcher's tables: brands and their names, words that distinguish bodies, words that do not. */

/** The names of a brand as they occur in catalogues, longest first; `line` is a sub-brand with bodies of its own. */
interface BrandName {
  readonly brand: string
  readonly line?: string
  readonly names: readonly RegExp[]
}

/**
 * In order of precedence: more specific names come first, since sellers write 华为荣耀, 小米红米 and vivo iQOO. ASCII names must not
 * match inside a longer word (mi in mini), so they carry their own borders. The text is lower case and NFKC-normalised.
 */
export const brandNames: readonly BrandName[] = [
  { brand: 'xiaomi', line: 'redmi', names: [/红米/, /redmi/, /hongmi/, /(?<![a-z])hm(?=[\s-]*(?:note|turbo|k?\d))/] },
  { brand: 'xiaomi', line: 'poco', names: [/poco/] },
  { brand: 'vivo', line: 'iqoo', names: [/iqoo/, /爱酷/] },
  { brand: 'honor', names: [/荣耀/, /honor/, /(?<![a-z])ry(?=[\s-]*(?:x?\d|magic|play|v\d))/] },
  { brand: 'realme', names: [/真我/, /realme/] },
  { brand: 'oneplus', names: [/一加/, /one\s?plus/, /(?<![a-z0-9])1\s?\+(?=\s*(?:\d|ace|nord))/] },
  { brand: 'apple', names: [/苹果/, /apple/, /iphone/, /(?<![a-z])ip(?=[\s-]*(?:\d|x|se|air))/] },
  {
    brand: 'samsung',
    names: [/三星/, /samsung/, /galaxy/, /盖乐世/, /(?<![a-z])(?:sx|sam)(?=[\s-]*(?:[sazm]\d|note|z?\s?f(?:old|lip)))/],
  },
  { brand: 'huawei', names: [/华为/, /huawei/, /(?<![a-z])hw(?![a-z])/] },
  {
    brand: 'xiaomi',
    names: [
      /小米/,
      /xiaomi/,
      /miui/,
      /(?<![a-z])mi(?![a-z])/,
      /(?<![a-z])xm(?=[\s-]*(?:\d|mix|civi))/,
      /(?<![\p{Script=Han}])米(?=\s?\d)/u,
    ],
  },
  { brand: 'vivo', names: [/vivo/, /步步高/, /维沃/] },
  { brand: 'oppo', names: [/oppo/, /欧珀/, /(?<![a-z])op(?=[\s-]*(?:reno|find|[akr]\d))/] },
  { brand: 'meizu', names: [/魅族/, /meizu/] },
  { brand: 'nubia', names: [/努比亚/, /nubia/, /红魔/, /red\s?magic/] },
  { brand: 'zte', names: [/中兴/, /zte/] },
  { brand: 'motorola', names: [/摩托罗拉/, /motorola/, /moto(?!r)/] },
  { brand: 'lenovo', names: [/联想/, /lenovo/, /拯救者/] },
  { brand: 'blackshark', names: [/黑鲨/, /black\s?shark/] },
  { brand: 'google', names: [/谷歌/, /google/, /pixel/] },
  { brand: 'nothing', names: [/nothing\s?phone/, /nothing/] },
  { brand: 'nokia', names: [/诺基亚/, /nokia/] },
  { brand: 'sony', names: [/索尼/, /sony/, /xperia/] },
  { brand: 'asus', names: [/华硕/, /asus/, /rog(?![a-z])/] },
  { brand: 'tecno', names: [/tecno/] },
  { brand: 'infinix', names: [/infinix/] },
]

/** Series that only one brand uses: they imply the brand of a name that does not state it. */
export const seriesBrand: Readonly<Record<string, string>> = {
  reno: 'oppo',
  find: 'oppo',
  mate: 'huawei',
  nova: 'huawei',
  pura: 'huawei',
  enjoy: 'huawei',
  magic: 'honor',
  fold: 'samsung',
  flip: 'samsung',
  ace: 'oneplus',
  nord: 'oneplus',
  civi: 'xiaomi',
  mix: 'xiaomi',
}

/** Chinese words and the token each stands for; editions count as bodies (or cut-outs) of their own unless listed as noise. */
export const chineseWords: readonly (readonly [RegExp, string])[] = [
  [/至尊纪念版|至尊版/g, ' ultra '],
  [/诺瓦/g, ' nova '],
  [/畅享/g, ' enjoy '],
  [/畅玩/g, ' play '],
  [/折叠/g, ' '],
  [/(?:保时捷设计|非凡大师)/g, ' rs '],
  [/青春版/g, ' edition-youth '],
  [/极速版/g, ' edition-speed '],
  [/竞速版/g, ' edition-race '],
  [/活力版/g, ' edition-vigour '],
  [/乐活版/g, ' edition-joy '],
  [/天玑版/g, ' edition-dimensity '],
  [/骁龙版/g, ' edition-snapdragon '],
  [/电竞版/g, ' edition-esports '],
  [/游戏增强版|游戏版/g, ' edition-gaming '],
  [/冠军版/g, ' edition-champion '],
  [/直屏版/g, ' edition-flat '],
  [/曲屏版/g, ' edition-curved '],
  [/长续航版/g, ' edition-battery '],
  [/(?:性能版|增强版)/g, ' edition-performance '],
  [/(?:透明)?探索版/g, ' edition-explorer '],
]

/** Memory, charging power and battery capacity: removed before a + is read, since 8+256 joins memory sizes by a +; S24+ 256G does not. */
export const capacityFigures =
  /(?<!\d)(?:(?<!(?<![a-z])[a-z])\d{1,2}\s*(?:gb?)?\s*\+\s*)?(?:16|32|64|128|256|512)\s*gb?(?![a-z0-9])|\d+\s*tb(?![a-z])|\d{2,3}\s*w(?![a-z0-9])|\d{4}\s*mah/g

/** Editions of the same body: boxes, covers, networks. */
export const neutralEditions: readonly RegExp[] = [
  /(?:典藏|珍藏|收藏|纪念|礼盒|尊享|素皮|陶瓷|玻璃|昆仑|昆仑玻璃|卫星通信|卫星|北斗|满血|公开|港|美|移动|联通|电信|国际)版/g,
  // A special cover on the same body, whoever it is named after.
  /[\p{Script=Han}]{0,6}(?:限定|限量|联名|定制|特别)(?:版|色|款|定制色)|(?:哈利波特|迪士尼|漫威|原神|三丽鸥|史努比)版/gu,
]

/** Words that do not distinguish bodies: cases, shops, networks, and covers and boxes of the same phone. */
export const noiseWords: readonly RegExp[] = [
  ...neutralEditions,
  /\p{Script=Han}{0,3}[红蓝黑白绿紫金银灰粉青橙黄]色?(?!\p{Script=Han})/gu,
  /心系天下|磁吸|无线充|全包|半包|防摔|精孔|磨砂|液态硅胶|硅胶|亮面/g,
  /手机壳|保护壳|保护套|手机套|手机|外壳|软壳|硬壳/g,
  /全网通|双卡|国行|标准版|官方|专用|适用于|适用|通用款|通用|系列|新款|同款|型号|机型|折叠屏|全面屏|现货|新品|爆款|热卖/g,
  /(?<![a-z])(?:for|case|series|smartphone)(?![a-z])/g,
  // The size of a screen: 6.1, 6.7寸, 5.4英寸, 6.1inch.
  /\d\.\d{1,2}\s*(?:英寸|寸|inch|in)?/g,
  /屏|版|款|的/g,
]

/** Latin words that may be joined to others in a name; used to split joined letters. */
export const latinWords: readonly string[] = [
  ...[
    'iphone',
    'galaxy',
    'pocket',
    'master',
    'edition',
    'civi',
    'turbo',
    'ultra',
    'power',
    'speed',
    'prime',
    'magic',
    'enjoy',
    'lite',
  ],
  ...['note', 'plus', 'mini', 'fold', 'flip', 'find', 'reno', 'mate', 'nova', 'pura', 'play', 'nord', 'edge', 'zoom', 'open'],
  ...['pro', 'max', 'neo', 'ace', 'air', 'mix', 'xs', 'xr', 'se', 'fe', 'gt', 'rs', 'pm'],
]

/** Suffixes each of which means another body. */
export const suffixes: ReadonlySet<string> = new Set([
  ...[
    'pro',
    'max',
    'plus',
    'ultra',
    'mini',
    'lite',
    'se',
    'fe',
    'air',
    'flip',
    'fold',
    'pocket',
    'rs',
    'gt',
    'neo',
    'turbo',
    'master',
  ],
])

/**
 * Phones whose versions with and without 5G have different bodies: the network is part of their name, on both sides.
 * Source: makers' dimensions of the pairs (GSMArena pages of each), checked for the models that case makers list twice.
 */
export const networkMatters: ReadonlySet<string> = new Set([
  'samsung//a 13',
  'samsung//a 22',
  'samsung//a 23',
  'samsung//a 32',
  'samsung//a 51',
  'samsung//a 71',
  'xiaomi/redmi/note 9',
  'xiaomi/redmi/note 11',
  'xiaomi/redmi/note 12',
])

/** Makers' model codes → phone names. Apple and Huawei: models of mainland China; Samsung: without the region's digit. */
export const makerCodes: Readonly<Record<string, string>> = {
  ...{
    a2108: '苹果 xr',
    a2100: '苹果 xs',
    a2104: '苹果 xs max',
    a2223: '苹果 11',
    a2217: '苹果 11 pro',
    a2220: '苹果 11 pro max',
  },
  ...{
    a2298: '苹果 se 2',
    a2785: '苹果 se 3',
    a2400: '苹果 12 mini',
    a2404: '苹果 12',
    a2408: '苹果 12 pro',
    a2412: '苹果 12 pro max',
  },
  ...{ a2629: '苹果 13 mini', a2634: '苹果 13', a2639: '苹果 13 pro', a2644: '苹果 13 pro max' },
  ...{ a2884: '苹果 14', a2888: '苹果 14 plus', a2892: '苹果 14 pro', a2896: '苹果 14 pro max' },
  ...{ a3092: '苹果 15', a3096: '苹果 15 plus', a3104: '苹果 15 pro', a3108: '苹果 15 pro max' },
  ...{ a3288: '苹果 16', a3291: '苹果 16 plus', a3294: '苹果 16 pro', a3297: '苹果 16 pro max' },
  ...{
    'sm-g970': '三星 s10 e',
    'sm-g973': '三星 s10',
    'sm-g975': '三星 s10 plus',
    'sm-g981': '三星 s20',
    'sm-g986': '三星 s20 plus',
  },
  ...{ 'sm-g988': '三星 s20 ultra', 'sm-g990': '三星 s21 fe', 'sm-g991': '三星 s21', 'sm-g996': '三星 s21 plus' },
  ...{ 'sm-g998': '三星 s21 ultra', 'sm-s901': '三星 s22', 'sm-s906': '三星 s22 plus', 'sm-s908': '三星 s22 ultra' },
  ...{ 'sm-s911': '三星 s23', 'sm-s916': '三星 s23 plus', 'sm-s918': '三星 s23 ultra', 'sm-s711': '三星 s23 fe' },
  ...{ 'sm-s921': '三星 s24', 'sm-s926': '三星 s24 plus', 'sm-s928': '三星 s24 ultra', 'sm-s721': '三星 s24 fe' },
  ...{ 'sm-s931': '三星 s25', 'sm-s936': '三星 s25 plus', 'sm-s938': '三星 s25 ultra' },
  ...{ 'sm-n981': '三星 note 20', 'sm-n986': '三星 note 20 ultra', 'sm-n970': '三星 note 10', 'sm-n975': '三星 note 10 plus' },
  ...{ 'sm-f711': '三星 z flip 3', 'sm-f721': '三星 z flip 4', 'sm-f731': '三星 z flip 5', 'sm-f741': '三星 z flip 6' },
  ...{ 'sm-f926': '三星 z fold 3', 'sm-f936': '三星 z fold 4', 'sm-f946': '三星 z fold 5', 'sm-f956': '三星 z fold 6' },
  ...{ 'sm-a546': '三星 a54', 'sm-a556': '三星 a55', 'sm-a536': '三星 a53', 'sm-a346': '三星 a34', 'sm-a356': '三星 a35' },
  ...{ 'tas-al00': '华为 mate 30', 'lio-al00': '华为 mate 30 pro', 'oce-an10': '华为 mate 40', 'noh-an00': '华为 mate 40 pro' },
  ...{ 'bra-al00': '华为 mate 60', 'aln-al00': '华为 mate 60 pro', 'aln-al10': '华为 mate 60 pro plus' },
  ...{ 'ele-al00': '华为 p30', 'vog-al00': '华为 p30 pro', 'ana-an00': '华为 p40', 'els-an00': '华为 p40 pro' },
  ...{ 'abr-al00': '华为 p50', 'jad-al00': '华为 p50 pro', 'lna-al00': '华为 p60', 'mna-al00': '华为 p60 pro' },
  ...{ 'ady-al00': '华为 pura 70', 'hbn-al00': '华为 pura 70 pro', 'hbp-al00': '华为 pura 70 ultra' },
}
