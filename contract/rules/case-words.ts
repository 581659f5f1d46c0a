/** The words by which sellers name the material and the colour of a case, and those that say nothing about them. Used by sku-words. */

/** The words of a text, longest first. */
const longestFirst = (text: string): readonly string[] =>
  text
    .trim()
    .split(/\s+/)
    .sort((a, b) => b.length - a.length)

/** As a catalogue names them; longest first, since 液态硅胶 is one material. */
export const materialWords = longestFirst(`
  透明软壳 透明硬壳 全透软壳 高透软壳 软边硬壳 软边硬底 四角防摔 四角气囊 液态硅胶 液态玻璃 钢化玻璃 玻璃镜面
  镜面玻璃 磨砂玻璃 素皮 真皮 皮革 小羊皮 荔枝纹 鳄鱼纹 皮纹 冰透磨砂 肤感磨砂 磨砂 膜砂 雾面 哑光 亚光 肤感 亲肤
  亮面 光面 亮光 镜面 硅胶 玻璃 亚克力 碳纤维 凯夫拉 芳纶 金属 铝合金 木质 实木 竹木 绒布 毛绒 布艺 帆布 电镀 镭射
  菲林 流沙 闪粉 滴胶 夜光 水晶 奶盾 浮雕 气囊 磁吸 支架 双层 小蛮腰 大视窗 冰透 蚕丝 软壳 硬壳 软边 软胶 硬塑 塑料
`)

/** Latin words of materials, as a catalogue names them. */
export const latinMaterials: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ tpu: 'TPU', pc: 'PC', imd: 'IMD', pu: 'PU', tpe: 'TPE', magsafe: '磁吸' },
    ...{ matte: '磨砂', frosted: '磨砂', glossy: '亮面', silicone: '硅胶', leather: '皮革', mirror: '镜面', glass: '玻璃' },
  }),
)

/** Latin words of colours, as a catalogue names them. */
export const latinColors: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ black: '黑色', white: '白色', red: '红色', blue: '蓝色', pink: '粉色', green: '绿色', purple: '紫色', yellow: '黄色' },
    ...{ orange: '橙色', gold: '金色', silver: '银色', gray: '灰色', grey: '灰色', brown: '棕色', beige: '米色' },
    ...{ clear: '透明', transparent: '透明' },
  }),
)

/** Colours that do not end in a basic one. */
const wholeColors = `
  全透明 高透明 半透明 透明色 透明 全透 高透 通透 原色钛金属 原色钛 沙漠钛 自然钛 钛原色 渐变色 渐变 炫彩 幻彩 彩虹
  彩色 极光 卡其 香槟 奶油 米色 杏色 肤色 藕色 香芋 咖啡 焦糖 巧克力 驼色 藏青 靛青 靛蓝 原色 本色 裸色 珊瑚 琥珀
  抹茶 牛油果 克莱因
`

const basic = '黑白红粉橙橘桔黄绿蓝青紫灰金银棕褐咖米'
/** Names that makers and sellers put before a basic colour. */
const shades = `
  曜石 曜夜 云雾 雾霾 午夜 星光 星空 远峰 暗夜 暗 深空 樱花 樱 薄荷 海军 天空 天际 天 晴空 克莱因 奶油 奶 雾 冰川
  冰晶 冰 浅 深 淡 亮 哑 藏 宝石 宝 墨 酒 玫瑰 玫 枣 砖 中国 大 桃 军 草 豆沙 豆 牛油果 果 抹茶 湖 湖水 孔雀 婴儿
  香芋 罗兰 薰衣草 烟 珍珠 象牙 乳 纯 柠檬 鹅 姜 焦糖 巧克力 钛 原 沙漠 自然 香槟 土豪 石墨 太空 松霜 苍岭 峰 西瓜 莓
  草莓 蜜桃 葡萄 丁香 茉莉 月光 银河 鎏 苹果 荧光 马卡龙 莫兰迪 高级 经典 炭 碳 铁 铜 古铜 透 半透 全透 远山 雪 雪域
  丝绒 复古 抹 橄榄 森林 墨玉 翡翠 松石 海 海盐 海洋 深海 冰河 电光 骑士 幻夜 极地 南糯 雅川
`
const alternatives = (text: string): string => longestFirst(text).join('|')

/** A colour at the beginning of a text, with a shade that is known. */
export const knownColor = new RegExp(
  `^(?:(?:${alternatives(shades)}){0,2}[${basic}]{1,2}(?:钛|釉)?色?|${alternatives(wholeColors)})`,
  'u',
)

/** A colour whose shade no table knows, as a whole text: two characters at most, none of which names what is drawn on a case. */
export const namedColor = new RegExp(
  `^(?!.*[熊猫狗兔猪鼠龙虎马羊鸡鸟鱼鲸鹿人字图女男娃仔心花叶树山车球星月款版格纹线])\\p{Script=Han}{0,2}[${basic}]色?$`,
  'u',
)

/** The edge of a case in a colour of its own: it belongs to the material's name. */
export const edge = new RegExp(`^[${basic}透]色?明?(?:边框|边|框)`, 'u')

/** Words that tell neither material nor colour, longest first. */
export const idleWords = longestFirst(`
  手机保护壳 手机保护套 手机外壳 手机壳 手机套 保护壳 保护套 外壳 壳子 单壳 壳 保护 手机 套 适用于 适用 适合 型号
  机型 通用款 通用 全系列 系列 专用 官方标配 标配 官方 套餐 新款 同款 爆款 定制款 来图定制 图片定制 照片定制 私人订制
  个性定制 定制 订制 来图 自定义 diy 备注型号 请备注 留言 全包边 全包 半包 精孔 防摔 超薄 加厚 轻薄 防滑 防指纹
  不发黄 全屏 直边 直屏 曲屏 折叠屏 情侣款 男款 女款 男女款 男生 女生 单个 单只 一个 一只 现货 新品 热卖 热销 包邮
  买一送一 支持 正品 品质 颜色 材质 款式 规格 工艺 色系 款 版 色 的 和 或 及 与 以及 单品 普通 标准 经典 cm mm case
  cover for new hot 5g 4g 全网通
`)

/** An entry of a shop's list that is sold without a case; a phone beside it changes nothing. */
export const noCase = /补差|差价|邮费|运费|补邮|邮资|补款|定金|尾款|勿拍|别拍|不要拍|不发货|打赏|色卡/u
/** The same where no phone is named. */
export const noCaseAlone = /专拍|赠品|样品|客服|收藏|加购|返现|好评|拍下|链接|抽奖|福袋/u
/** Goods that fit a phone and are no case. */
export const otherGoods = /(?<![覆淋])膜(?!砂)|数据线|充电[器头线宝]|耳机|镜头[圈贴盖]|手机支架|手机挂绳/u
