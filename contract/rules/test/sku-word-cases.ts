/**
 * Choices of products as sellers write them, and what is read from them. Each row is: the choice | a brand for names without one |
 * the models, with ? where others are named that neither catalogue nor library has, or 不是壳 | material | colour | what is not understood.
 * Those with `pid:vid` are recorded replies of a marketplace; the others follow the ways of writing seen in shops.
 */
export const skuWordCases = `
  iPhone 15 Pro Max;磨砂黑 |  | 苹果 iPhone 15 Pro Max | 磨砂 | 黑 |
  iPhone15ProMax【磨砂黑】 |  | 苹果 iPhone 15 Pro Max | 磨砂 | 黑 |
  1627207:28341:颜色分类:黑色;122216547:21001:适用手机型号:iPhone 15 Pro |  | 苹果 iPhone 15 Pro |  | 黑色 |
  颜色分类:【苹果15Pro】磨砂黑;套餐类型:官方标配 |  | 苹果 iPhone 15 Pro | 磨砂 | 黑 |
  型号:13/14通用;颜色:透明 | 苹果 | 苹果 iPhone 13、苹果 iPhone 14 |  | 透明 |
  型号:13/14通用;颜色:透明 |  | ? |  | 透明 |
  适用型号:苹果7/8/SE2;材质:液态硅胶 |  | 苹果 iPhone SE 2? | 液态硅胶 |  |
  ｉＰｈｏｎｅ１５　Ｐｒｏ（磨砂壳－黑色） |  | 苹果 iPhone 15 Pro | 磨砂 | 黑色 |
  ✨苹果15✨透明软壳 |  | 苹果 iPhone 15 | 透明软壳 | 透明 |
  ①iPhone 16【黑边磨砂】 |  | 苹果 iPhone 16 | 黑边磨砂 |  |
  红米Note12 5G;黑 |  | ? |  | 黑 |
  红米K70至尊版 透黑 |  | 红米 Redmi K70 至尊版 |  | 透黑 |
  Pixel 9 Pro XL 曜石黑 |  | 谷歌 Pixel 9 Pro XL |  | 曜石黑 |
  荣耀Magic6至臻版-玻璃镜面 |  | ? | 玻璃镜面 |  | 至臻版
  华为Mate60Pro+ 云雾白 |  | 华为 Mate 60 Pro+ |  | 云雾白 |
  小米14U;素皮;棕色 |  | 小米 14 Ultra | 素皮 | 棕色 |
  苹果15 2件装 磨砂 |  | 苹果 iPhone 15 | 磨砂 |  |
  补差价专拍 |  | 不是壳: |  |  | 补差价专拍
  iPhone 15 补差价 |  | 不是壳:苹果 iPhone 15 |  |  | 补差价
  黑色 磨砂 iPhone 14 Pro |  | 苹果 iPhone 14 Pro | 磨砂 | 黑色 |
  颜色:黑色磨砂;型号:iphone14pro |  | 苹果 iPhone 14 Pro | 磨砂 | 黑色 |
  颜色分类:樱花小熊-磨砂黑;型号:iPhone 15 |  | 苹果 iPhone 15 | 磨砂 | 黑 | 樱花小熊
  颜色分类:HelloKitty 粉色;型号:iPhone 15 |  | 苹果 iPhone 15 |  | 粉色 | HelloKitty
  iPhone 15 Pro 钢化膜 |  | 不是壳:苹果 iPhone 15 Pro |  |  | 钢化膜
  iPhone 15 Pro手机壳+钢化膜;透明 |  | 苹果 iPhone 15 Pro |  | 透明 |
  颜色:黑白;型号:iPhone 15 |  | 苹果 iPhone 15 |  | 黑白 |
  颜色:黑色/白色;型号:iPhone 15 |  | 苹果 iPhone 15 |  |  | 黑色、白色
  型号:iPhone15 Black Matte TPU |  | 苹果 iPhone 15 | 磨砂TPU | 黑色 |
  款式:图案03;型号:iPhone 15 |  | 苹果 iPhone 15 |  |  | 图案03
  规格:来图定制;型号:vivo X100 Pro |  | vivo X100 Pro |  |  |
  机型:OPPO Find X8 Ultra;材质:奶盾壳 |  | OPPO Find X8 Ultra | 奶盾 |  |
  型号:全系列通用;颜色:黑 |  |  |  | 黑 |
  型号:iPhone 15系列 |  | ? |  |  |
  苹果15pm远峰蓝 |  | 苹果 iPhone 15 Pro Max |  | 远峰蓝 |
  苹果XSMax 6.5寸 高透 |  | ? |  | 高透 |
  三星S24U 防摔透明 |  | 三星 Galaxy S24 Ultra |  | 透明 |
  手机型号:15 Pro;颜色:云雾白 | 苹果 | 苹果 iPhone 15 Pro |  | 云雾白 |
  手机型号:15 Pro;颜色:云雾白 |  | ? |  | 云雾白 |
  iqoo neo9 亮面硬壳 白色 |  | iQOO Neo9 | 亮面硬壳 | 白色 |
  一加Ace5竞速版 磨砂 |  | ? | 磨砂 |  |
  A3108 透明 |  | 苹果 iPhone 15 Pro Max |  | 透明 |
  苹果15+华为Mate60 情侣款 |  | 苹果 iPhone 15、华为 Mate 60 |  |  |
  型号:苹果12，12Pro;颜色:深空灰 |  | 苹果 iPhone 12、苹果 iPhone 12 Pro |  | 深空灰 |
  iPhone15Pro原色钛金属 |  | 苹果 iPhone 15 Pro |  | 原色钛金属 |
  iPhone 15 Pro 256G 沙漠金 |  | 苹果 iPhone 15 Pro |  | 沙漠金 |
  磁吸磨砂-苹果16 |  | 苹果 iPhone 16 | 磁吸磨砂 |  |
  苹果16 MagSafe磁吸磨砂壳 白 |  | 苹果 iPhone 16 | 磁吸磨砂 | 白 |
  颜色分类:军绿;加厚;型号:自定:义 |  |  |  | 军绿 | 自定、义
  ;;; |  |  |  |  |
  :::: |  |  |  |  |
  颜色分类:军绿色;大小:L |  |  |  | 军绿色 |
  真我GT Neo5 240W;银 |  | 真我 GT Neo5 |  | 银 |
  手机型号:iPhone 16 Pro Max;颜色分类:【磨砂】奶油白 |  | 苹果 iPhone 16 Pro Max | 磨砂 | 奶油白 |
  型号:苹果14PLUS;颜色:冰川蓝 |  | 苹果 iPhone 14 Plus |  | 冰川蓝 |
  型号:华为nova12 Ultra;颜色:亮面白 |  | ? | 亮面 | 白 |
  型号:荣耀X50 GT;材质:TPU软壳 |  | ? | TPU软壳 |  |
  型号:VIVO S18pro;颜色:浅紫 |  | ? |  | 浅紫 |
  型号:OPPO Reno12Pro;颜色:墨绿 |  | OPPO Reno12 Pro |  | 墨绿 |
  型号:Reno12 Pro+;颜色:黑 |  | ? |  | 黑 |
  红魔9Pro 磨砂 |  | ? | 磨砂 |  |
  适用机型:小米13/13Pro;颜色:透明 |  | 小米 13、小米 13 Pro |  | 透明 |
  适用机型:华为P60/P60Pro通用 |  | 华为 P60、华为 P60 Pro |  |  |
  颜色分类:黑色;尺码:iPhone 13 |  | 苹果 iPhone 13 |  | 黑色 |
  颜色分类:苹果13「磨砂」黑 |  | 苹果 iPhone 13 | 磨砂 | 黑 |
  苹果 13 〖液态硅胶〗 樱花粉 |  | 苹果 iPhone 13 | 液态硅胶 | 樱花粉 |
  iPhone 17 Air 透明 |  | 苹果 iPhone Air |  | 透明 |
  iPhone Air 冰透磨砂 白 |  | 苹果 iPhone Air | 冰透磨砂 | 白 |
  iPhone17 Pro Max 镭射 银 |  | 苹果 iPhone 17 Pro Max | 镭射 | 银 |
  Redmi K80 Pro 素皮 墨绿 |  | 红米 Redmi K80 Pro | 素皮 | 墨绿 |
  红米 Note 13 Pro+ 5G 黑 |  | 红米 Redmi Note 13 Pro+ |  | 黑 |
  Mate X6 皮革 棕 |  | ? | 皮革 | 棕 |
  华为 Pura 70 Ultra 玻璃 星光黑 |  | 华为 Pura 70 Ultra | 玻璃 | 星光黑 |
  三星 Galaxy Z Flip6 透明 |  | ? |  | 透明 |
  三星Z Fold 6 碳纤维 黑 |  | ? | 碳纤维 | 黑 |
  S25+ 三星 磨砂 |  | 三星 Galaxy S25+ | 磨砂 |  |
  Galaxy S24 FE 透明 |  | 三星 Galaxy S24 FE |  | 透明 |
  google pixel 9a clear |  | 谷歌 Pixel 9a |  | 透明 |
  pixel 8 pro matte black |  | 谷歌 Pixel 8 Pro | 磨砂 | 黑色 |
  moto edge 50 透明 |  | ? |  | 透明 |
  Nothing Phone 2a 黑 |  | Nothing Phone (2a) |  | 黑 |
  一加13 磨砂壳 黑 |  | 一加 13 | 磨砂 | 黑 |
  oneplus 12r 黑 |  | ? |  | 黑 |
  真我 12 Pro+ 黑 |  | ? |  | 黑 |
  iQOO 13 透 |  | iQOO 13 |  |  | 透
  iQOO Z9 Turbo 黑 |  | ? |  | 黑 |
  vivo X200 Pro mini 白 |  | vivo X200 Pro mini |  | 白 |
  vivo X100s 雅川青 |  | ? |  | 雅川青 |
  OPPO A3 Pro 黑 |  | ? |  | 黑 |
  OPPO Find N3 Flip 皮革 |  | ? | 皮革 |  |
  华为畅享70 透明 |  | ? |  | 透明 |
  荣耀200Pro 磨砂 黑 |  | 荣耀 200 Pro | 磨砂 | 黑 |
  荣耀90GT 黑 |  | ? |  | 黑 |
  小米Civi 4 Pro 粉 |  | 小米 Civi 4 Pro |  | 粉 |
  小米MIX Flip 皮革 紫 |  |  | 皮革 |  | MIX、Flip、小米、紫
  小米 15 Pro 白 |  | 小米 15 Pro |  | 白 |
  小米15S Pro 黑 |  | ? |  | 黑 |
  红米Turbo4Pro 黑 |  | 红米 Redmi Turbo 4 Pro |  | 黑 |
  红米13C 蓝 |  | ? |  | 蓝 |
  苹果SE3 透明 |  | 苹果 iPhone SE 3 |  | 透明 |
  苹果SE2020 黑 |  | 苹果 iPhone SE 2 |  | 黑 |
  iPhone SE（第3代） 磨砂 |  | 苹果 iPhone SE 3 | 磨砂 |  |
  苹果XR 透明软壳 |  | ? | 透明软壳 | 透明 |
  苹果11promax 墨绿 |  | 苹果 iPhone 11 Pro Max |  | 墨绿 |
  苹果7P/8P 透明 |  | ? |  | 透明 |
  苹果6s 黑 |  | ? |  | 黑 |
  iPhone 12 mini 薄荷绿 |  | 苹果 iPhone 12 mini |  | 薄荷绿 |
  诺基亚 3310 黑 |  | ? |  | 黑 |
  苹果15;黑;2件装 |  | 苹果 iPhone 15 |  | 黑 |
  苹果15 *2 黑 |  | 苹果 iPhone 15 |  | 黑 |
  苹果15 买一送一 黑 |  | 苹果 iPhone 15 |  | 黑 |
  苹果15（黑色磨砂+钢化膜） |  | 苹果 iPhone 15 | 磨砂 | 黑色 |
  苹果15 送挂绳 透明 |  | 苹果 iPhone 15 |  | 透明 |
  iPhone15 挂绳款 透明 |  | 苹果 iPhone 15 |  | 透明 | 挂绳款
  苹果15 黑色 支持定制 |  | 苹果 iPhone 15 |  | 黑色 |
  运费补拍 |  | 不是壳: |  |  | 运费补拍
  定金链接 |  | 不是壳: |  |  | 定金链接
  赠品勿拍 |  | 不是壳: |  |  | 赠品勿拍
  苹果15 联系客服 |  | 苹果 iPhone 15 |  |  | 联系客服
  联系客服备注机型 |  | 不是壳: |  |  | 联系客服备注
  颜色分类:其他机型联系客服;型号:其他 |  | 不是壳: |  |  | 其他、联系客服
  型号:iPhone 15 Pro;款式:小猫;颜色:白 |  | 苹果 iPhone 15 Pro |  | 白 | 小猫
  型号:iPhone 15 Pro;图案:樱花粉小熊 |  | 苹果 iPhone 15 Pro |  | 樱花粉 | 小熊
  型号:iPhone 15 Pro;颜色分类:A款 |  | 苹果 iPhone 15 Pro |  |  | A
  型号:iPhone 15 Pro;颜色分类:01 |  | 苹果 iPhone 15 Pro |  |  | 01
  型号:iPhone 15 Pro;颜色分类:图1 |  | 苹果 iPhone 15 Pro |  |  | 图1
  型号:iPhone 15 Pro;颜色分类:黑边透明 |  | 苹果 iPhone 15 Pro | 黑边 | 透明 |
  型号:iPhone 15 Pro;颜色分类:白边磨砂壳 |  | 苹果 iPhone 15 Pro | 白边磨砂 |  |
  型号:iPhone 15 Pro;颜色分类:亮面硬壳-黑底 |  | 苹果 iPhone 15 Pro | 亮面硬壳 | 黑 | 底
  型号:iPhone 15 Pro;材质:四角防摔气囊壳 |  | 苹果 iPhone 15 Pro | 四角防摔气囊 |  |
  型号:iPhone 15 Pro;材质:IMD双层 |  | 苹果 iPhone 15 Pro | IMD双层 |  |
  型号:iPhone 15 Pro;材质:软边硬底;颜色:黑 |  | 苹果 iPhone 15 Pro | 软边硬底 | 黑 |
  型号:iPhone 15 Pro;材质:定制纹理;颜色:黑 |  | 苹果 iPhone 15 Pro | 纹理 | 黑 |
  手机型号：iPhone 15；颜色：黑 |  | 苹果 iPhone 15 |  | 黑 |
  iPhone 15_磨砂_黑 |  | 苹果 iPhone 15 | 磨砂 | 黑 |
  iPhone 15/磨砂黑 |  | 苹果 iPhone 15 | 磨砂 | 黑 |
  磨砂黑,iPhone 15 |  | 苹果 iPhone 15 | 磨砂 | 黑 |
  iPhone15磨砂黑色手机壳 |  | 苹果 iPhone 15 | 磨砂 | 黑色 |
  iPhone15磨砂手机壳黑色 |  | 苹果 iPhone 15 | 磨砂 | 黑色 |
  苹果十五pro 磨砂 黑 |  | 苹果 iPhone 15 Pro | 磨砂 | 黑 |
  iPhone 15 Pro Max 6.7寸 256G 磨砂 |  | 苹果 iPhone 15 Pro Max | 磨砂 |  |
  苹果15 9H玻璃 黑 |  | 苹果 iPhone 15 | 玻璃 | 黑 |
  华为Mate 60 RS 非凡大师 黑 |  | 华为 Mate 60 RS |  | 黑 |
  荣耀Magic7 RSR 黑 |  | ? |  | 黑 |
  华为 Mate XT 黑 |  |  |  | 黑 | 华为、Mate、XT
  小米17 Ultra 至尊版 黑 |  | ? |  | 黑 |
  红米K60至尊版 黑 |  | 红米 Redmi K60 至尊版 |  | 黑 |
  一加 Ace 5 至尊版 透明 |  | ? |  | 透明 |
  苹果15 至尊版 黑 |  | 苹果 iPhone 15 |  | 黑 |
  苹果14/15/16 透明 |  | 苹果 iPhone 14、苹果 iPhone 15、苹果 iPhone 16 |  | 透明 |
  苹果13 苹果14 透明 |  | ? |  | 透明 |
  苹果13、华为Mate60 |  | 苹果 iPhone 13、华为 Mate 60 |  |  |
  苹果15或15Pro |  | 苹果 iPhone 15、苹果 iPhone 15 Pro |  |  |
  小米14 & 小米14Pro |  | 小米 14、小米 14 Pro |  |  |
  iPhone 15、16通用 黑 |  | 苹果 iPhone 15、苹果 iPhone 16 |  | 黑 |
  苹果15 黑色 白色 |  | 苹果 iPhone 15 |  |  | 黑色、白色
  苹果15 黑色或白色 |  | 苹果 iPhone 15 |  |  | 黑色、白色
  品牌:华为;型号:60 Pro;颜色:黑 |  | ? |  | 黑 |
  适用品牌:Apple/苹果;适用型号:iPhone 15 Plus;颜色:黑 |  | 苹果 iPhone 15 Plus |  | 黑 |
  🍎15Pro 🖤黑 |  | ? |  | 黑 |
  iPhone15™ 黑® |  | 苹果 iPhone 15 |  | 黑 |
  iPhone 15 ❤️粉色❤️ |  | 苹果 iPhone 15 |  | 粉色 |
  【现货】iPhone 15 磨砂 黑 |  | 苹果 iPhone 15 | 磨砂 | 黑 |
  iPhone 15 Pro（来图定制）磨砂 |  | 苹果 iPhone 15 Pro | 磨砂 |  |
  (磨砂)[黑]{iPhone 15} |  | 苹果 iPhone 15 | 磨砂 | 黑 |
  规格1:黑色;规格2:iPhone 15 |  | 苹果 iPhone 15 |  | 黑色 |
  ①iPhone 16 黑 |  | 苹果 iPhone 16 |  | 黑 |
  Nothing Phone (2a) 黑 |  | Nothing Phone (2a) |  | 黑 |
  134942334:28316:大小:L;1627207:90554:颜色分类:桔色 |  |  |  | 桔色 |
  134942334:28316:大小:L;1627207:60092:颜色分类:浅黄色 |  |  |  | 浅黄色 |
  134942334:28316:大小:L;1627207:3232479:颜色分类:深紫色 |  |  |  | 深紫色 |
  颜色:白色;尺码:180/100(XL) |  |  |  | 白色 |
  颜色分类:锁线精装书;页数:56P套餐（请拍套餐组合，单拍发一本） |  | ? |  |  | 锁线精装书、请拍、组合、单拍发一本
  颜色分类:精装照片书12寸竖;页数:套餐 |  |  |  |  | 精装照片书12、竖
  122216547:21001:适用手机型号:iPhone 15 Pro;1627207:3232480:颜色分类:云雾白 |  | 苹果 iPhone 15 Pro |  | 云雾白 |
  122216547:21020:适用手机型号:小米 14;1627207:3232481:颜色分类:曜石黑 |  | 小米 14 |  | 曜石黑 |
  122216547:21011:适用手机型号:华为 Pura 70 Ultra;1627207:3232483:颜色分类:透明 |  | 华为 Pura 70 Ultra |  | 透明 |
  规格1:iPhone 15 Pro 磨砂黑;规格2:单壳 |  | 苹果 iPhone 15 Pro | 磨砂 | 黑 |
  型号:4G版 iPhone 12;颜色:黑 |  | 苹果 iPhone 12 |  | 黑 |
  型号:Redmi Note 11 4G;颜色:黑 |  | ? |  | 黑 |
  型号:OPPO Reno 11 Pro 5G;颜色:黑 |  | OPPO Reno11 Pro |  | 黑 |
  型号:荣耀X60i;颜色:黑 |  | ? |  | 黑 |
  型号:苹果16e;颜色:黑 |  | 苹果 iPhone 16e |  | 黑 |
  型号:iPhone 15 黑色 XL;颜色:黑 |  | 苹果 iPhone 15 |  | 黑色 |
`
