/** Names as sellers and factories write them, judged by hand: `seller ~ factory` under the brand of the seller's list. */
import { expect, test } from 'vitest'
import { judgeNames } from './match'
import { isMatch } from './safety'

const oneBody = `
  vivo: Neo5S ~ iQOO Neo5S; vivo iQOO Neo5S ~ 爱酷neo5s; vivo X90 Pro+ ~ 步步高X90Pro+; iQOO 11 ~ 爱酷11;
    iQOO Z8x ~ IQOOZ8X; vivo T2x ~ vivoT2x; iQOO Neo9S Pro+ ~ 爱酷Neo9SPro+; vivo X Fold3 Pro ~ xfold3pro;
    vivo X100 ~ VIVO-X100; vivo S16 Pro ~ S16P; vivo Y78+ ~ Y78Plus; vivo X70 Pro+ ~ x70proplus;
    iQOO Neo6 SE ~ iqooneo6se; iQOO Neo7 竞速版 ~ 爱酷neo7竞速版; iQOO Z7 ~ vivoz7; vivo NEX 3S ~ vivonex3s;
    vivo X200 Pro mini ~ X200pro mini; vivo Y200 GT ~ Y200GT
  小米: K50i ~ Redmi K50i; Redmi K50i ~ 红米K50i; 红米note125g ~ Redmi Note 12 5G; Redmi Note 12 5G ~ 红米note125g;
    小米 14 Ultra ~ 小米14U; 小米14 Pro ~ 小米14P; 小米 13T Pro ~ xiaomi 13tpro; 小米 12S Ultra ~ 小米12SU; Xiaomi MIX Fold 3 ~ 小米mixfold3;
    小米 Civi 4 Pro ~ civi4pro; 小米 CC9 Pro ~ 小米CC9Pro; 小米 10 至尊纪念版 ~ 小米10Ultra; Redmi K60 至尊版 ~ K60Ultra;
    Redmi K40 游戏增强版 ~ 红米K40G; Redmi K40 游戏增强版 ~ K40游戏版; Redmi Note 11T Pro+ ~ 红米Note11TPro/Note11TPro+;
    Redmi Note 13 Pro+ ~ 红米Note13ProPlus; Redmi Turbo 3 ~ 红米Turbo3; Redmi 12C ~ 红米12C; Redmi 10A ~ 红米10A;
    Redmi K80 Pro ~ K80P; 小米15 ~ 小米 15; Redmi Note 12 Turbo ~ 红米Note12 Turbo 哈利波特版; MIUI 13 ~ 小米13;
    Mi 11 ~ 小米11; 小米 Mix4 ~ MIX 4; 小米 14 Pro ~ XM14PRO; Redmi Note 12 ~ HM-NOTE12; Redmi K70 ~ HMK70;
    小米 14 ~ MI14; 小米 13 限量定制色 ~ 小米13; 小米14 钛金属特别版 ~ 小米14; 小米 11 Ultra ~ 小米11U; 小米 11 Pro ~ 小米11P;
    小米 MIX Flip ~ mixflip; 小米 Civi 3 迪士尼版 ~ Civi3; Redmi 13R ~ 红米13R; Redmi Note 13R Pro ~ 红米note13rpro;
    Redmi Note 12T Pro ~ 红米note12tpro; Redmi K50 至尊版 ~ 红米K50U; 红米 Note 9 Pro ~ 小米note9pro; 小米9 SE ~ 小米9se;
    小米 6X ~ 米6x; 小米8 透明探索版 ~ 小米8探索版; POCO F5 ~ pocoF5
  一加: OnePlus 11 ~ 1+11; 一加 Ace 2 ~ 1+ Ace2; OnePlus 12 ~ oneplus12; 一加 10 Pro ~ 1+10pro; 一加 Ace Pro ~ acepro;
    一加 Ace3 Pro ~ 1+Ace3Pro; OnePlus Nord CE 3 ~ nordce3; 一加 8T ~ 1+8T; 一加 Ace 5 至尊版 ~ ace5ultra;
    一加7 Pro ~ OnePlus 7Pro
  华为: HUAWEI nova 12 ~ 诺瓦12; HUAWEI Pura 70 ~ P70; P70 Pro ~ 华为Pura70 Pro; HUAWEI P60 ~ P60; HUAWEI nova 7 SE 乐活版 ~ 华为Nova7SE乐活版;
    华为畅享 20 SE ~ 畅享20SE; HUAWEI Mate X3 ~ mate x3 典藏版; HUAWEI Mate 30 ~ Mate30 5G; HUAWEI Mate 30 RS 保时捷设计 ~ Mate30RS;
    HUAWEI P30 Pro ~ VOG-AL00; HUAWEI Pocket 2 ~ 华为Pocket2; HUAWEI nova Flip ~ 华为novaflip; HUAWEI P60 Pro ~ HW-P60PRO;
    HUAWEI Mate X5 ~ MateX5 典藏版; 华为 Mate60 Pro ~ 华为Mate60Pro 卫星版; 华为Mate 60 ~ Mate60 素皮版; HUAWEI nova 11 Pro ~ nova11pro 昆仑版;
    华为麦芒20 ~ 麦芒20; 华为畅享60 Pro ~ 畅享60pro
  苹果: iPhone Air ~ 17Air; iPhone Air ~ iPhone 17 Air; iPhone 7 ~ 苹果7/8/SE2; iPhone 8 ~ 苹果7/8/SE2;
    iPhone 8 Plus ~ 7P/8P; iPhone 7 Plus ~ 7P/8P; iPhone 8 Plus ~ 苹果7P/8P; iPhone 13 ~ 13/14通用;
    iPhone 14 ~ 苹果13/14通用; iPhone 14 ~ 13、14通用款; iPhone X ~ 苹果X/XS; iPhone 6 ~ 苹果6/6s; iPhone 6s ~ iPhone 6/6S;
    iPhone 6s Plus ~ 苹果6P/6SP; iPhone 6 Plus ~ 6plus/6splus; iPhone 5s ~ 苹果5/5s/SE; iPhone SE ~ 苹果5/5S/SE;
    iPhone SE (第 3 代) ~ 苹果7/8/SE2/SE3; iPhone SE2 ~ iPhone SE 2020; iPhone SE (第 3 代) ~ iPhone SE 2022;
    iPhone 15 Pro Max ~ 苹果15 P M; iPhone 15 Pro ~ 苹果15P; iPhone 8 Plus ~ 8P; iPhone XS Max ~ XSM;
    iPhone XS Max ~ xsmax; iPhone 15 Pro Max ~ A3108; iPhone 15 ~ A3092; iPhone 12 ~ iPhone 12/12 Pro;
    iPhone 12 Pro ~ iPhone12/12Pro通用; iPhone 11 ~ iPhone11(6.1寸); iPhone 11 Pro ~ 苹果11Pro 5.8; iPhone 14 Pro Max ~ 苹果14promax 6.7英寸;
    苹果14ProMax ~ Apple iPhone 14 Pro Max 5G; iPhone XR ~ 苹果XR; iPhone X ~ 苹果10; iPhone 13 mini ~ 苹果13mini;
    iPhone 16 Pro Max ~ 苹果16PM; iPhone 17 Pro ~ 17 pro; iPhone 4s ~ 苹果4S; iPhone 4 ~ 苹果4/4S; iPhone 15 Pro Max ~ IP15PM;
    iPhone 15 Pro Max ~ IP-15PROMAX; iPhone 13 ~ IP13; iPhone 14 ~ APPLE-14; iPhone 14 ~ iphone-14;
    iPhone SE 二代 ~ iPhoneSE2; iPhone SE三代 ~ iPhone SE (第 3 代); iPhone 8 ~ 苹果7/8/SE二代; iPhone SE (第 2 代) ~ iPhone7/8/SE2020;
    iPhone 14 Pro ~ 苹果14 Pro 6.1寸; iPhone 16 ~ 苹果16 6.1英寸 全包; iPhone 15 ~ 适用于iPhone15手机壳; iPhone 15 ~ 苹果15 磁吸款;
    iPhone 12 Pro ~ 12pro 256G; iPhone 14 ~ 苹果14（瑞红 16GB+512GB）; iPhone 6s ~ 苹果6S/6; iPhone 16 Pro ~ 16P/16PM; iPhone 16 Pro Max ~ 16P/16PM;
    iPhone 11 Pro Max ~ 11ProM; iPhone 15 Plus ~ 15plus; iPhone 17 Pro Max ~ 苹果17 Pro Max; iPhone 17 ~ iPhone17/16e;
    iPhone XS Max ~ iPhone XSMAX 6.5; iPhone X ~ iPhonex/xs; iPhone Xs ~ iPhonex/xs; iPhone 5 ~ 苹果5/5s/SE1;
    iPhone SE ~ iPhone SE 一代; iPhone 13 ~ 苹果13（无线充）; iPhone 13 ~ iPhone 13 mini/13; iPhone 13 mini ~ iPhone 13 mini/13;
    iPhone 13 ~ iPhone 13 & 14
  三星: Galaxy S23 FE ~ SM-S7110; Galaxy S23 ~ SM-S9110; Galaxy S23 Ultra ~ SM-S9180; Galaxy S24 Ultra ~ S24U;
    Galaxy S24 Ultra ~ 三星S24 Ultra; Galaxy S24+ ~ S24Plus; Galaxy S20 FE ~ 三星S20FE; Galaxy S21 FE 5G ~ S21FE;
    Galaxy Z Flip5 ~ 三星Flip5; Galaxy Z Fold5 ~ ZFold5; Galaxy Note20 Ultra ~ note20u; Galaxy A54 5G ~ 三星A54;
    Galaxy S22 5G ~ 三星 S22; Galaxy S10e ~ 三星s10e; Galaxy S8+ ~ 三星S8 plus; 盖乐世S24 ~ Galaxy S24; Galaxy C55 ~ 三星C55;
    Galaxy S24 Ultra ~ SX-S24U; Galaxy S24 Ultra ~ SAM-S24ULTRA; Galaxy Z Flip 6 ~ zflip6; Galaxy Z Fold6 ~ 三星fold6;
    Galaxy S23 Ultra ~ 三星s23ultra 5g; Galaxy S20+ ~ 三星S20+ 5G; Galaxy Note 10+ ~ note10plus; Galaxy S25 Edge ~ s25edge;
    Galaxy S24 FE ~ s24fe; 心系天下W24 ~ 三星W24; Galaxy J7 Prime ~ 三星J7prime
  OPPO: Reno 10 Pro+ ~ OPPO Reno10Pro+; OPPO Reno8 ~ 欧珀reno8; OPPO Find X6 Pro ~ findx6pro; OPPO Find N3 Flip ~ FindN3Flip;
    Reno 5K ~ OPPO Reno5K; OPPO Reno11 ~ OP-RENO11; OPPO Reno 12 Pro ~ reno12p; OPPO Find X5 Pro ~ OPPOFindX5Pro 5G;
    OPPO A3 Pro ~ OPPOA3pro; OPPO Reno4 SE ~ Reno4se; OPPO R11s ~ oppor11s; OPPO R11s Plus ~ r11splus
  荣耀: 荣耀 Magic5 Pro ~ magic5pro; 荣耀 50 SE ~ honor50se; 荣耀畅玩40 Plus ~ 荣耀Play40Plus; 荣耀 90 ~ RY-90;
    荣耀 Magic6 至臻版 ~ magic6 至臻版; 荣耀 100 Pro ~ 荣耀100P; 荣耀 200 ~ 华为荣耀200; 荣耀Play 8T ~ 荣耀畅玩8T; 荣耀 Magic Vs3 ~ 荣耀magicvs3;
    荣耀 V Purse ~ vpurse; 荣耀 Magic V Flip ~ 荣耀magicvflip
  真我: 真我 GT Neo5 ~ realme GTNeo5; 真我 GT Neo5 ~ 真我GTNeo5 240W; 真我 GT2 大师探索版 ~ 真我GT2大师探索版; 真我 GT Neo6 SE ~ realmegtneo6se;
    真我 12 Pro+ ~ 真我12ProPlus; 真我 GT5 240W ~ 真我GT5; 真我 V60 Pro ~ v60pro
  魅族: 魅族 20 Pro ~ meizu20pro; 魅族21 Note ~ meizu21note
  努比亚: 红魔 8 Pro ~ 红魔8pro; 努比亚 Z60 Ultra ~ nubiaz60u
  Apple/苹果: iPhone 13 Pro ~ 苹果13Pro
  MIUI/小米: 小米 13 ~ 小米13
  honor/荣耀: 荣耀 90 ~ honor90
  Huawei/华为: Mate 60 ~ 华为Mate60
  Samsung/三星: Galaxy S23 ~ 三星S23
  摩托罗拉: moto X40 ~ motox40; moto edge 40 pro ~ 摩托罗拉edge40pro
  联想: 拯救者 Y90 ~ 联想Y90
  中兴: 中兴 Axon 40 Ultra ~ axon40u
  黑鲨: 黑鲨 5 Pro ~ blackshark5pro
`
const twoBodies = `
  小米: 小米 12 ~ 红米12; Redmi Note 12 ~ 红米note125g; 小米 14 ~ 小米14Pro; 小米 11 青春版 ~ 小米11; Redmi K60 ~ 红米K60E;
    Redmi K70 Pro ~ 红米K70; Redmi K40S ~ 红米K40; Redmi Note 13 Pro ~ 红米Note13Pro+; Redmi 9 ~ 小米9;
    红米 K30 Pro ~ K30Pro变焦版; 小米15 Pro ~ 小米15; 小米11 ~ MI11 Pro; 小米平板5 ~ 小米5; 小米 14 ~ MI-14ULTRA; 小米 12X ~ 小米12;
    Redmi Note 12T Pro ~ 红米note12pro; Redmi K50 Ultra ~ 红米K50; Redmi K70 至尊冠军版 ~ 红米K70至尊版; 红米 Note11 Pro+ ~ 红米note11pro;
    小米 10S ~ 小米10; 小米 8 屏幕指纹版 ~ 小米8; POCO X6 Pro ~ 红米X6Pro
  一加: 一加 12 ~ 1+12R; 一加 Ace 3 ~ 一加Ace3V; 一加 9R ~ 一加9RT; 一加 Ace 竞速版 ~ 一加Ace; 一加 13T ~ 一加13
  华为: 诺瓦12 ~ 华为nova12 Pro; HUAWEI Mate 60 ~ 华为 Mate60 Pro; HUAWEI Mate 50 ~ 华为Mate50E; HUAWEI Mate 40 Pro ~ 华为Mate40Pro+;
    HUAWEI nova 7 ~ 华为Nova7SE; HUAWEI nova 7 SE ~ 华为Nova7SE乐活版; 畅享 60 ~ 华为畅享60X; HUAWEI P40 ~ 华为荣耀40;
    HUAWEI Mate 60 RS 非凡大师 ~ 华为Mate60; Mate60 ~ HUAWEI Mate 60 Pro; 华为Mate70 Pro ~ Mate70Pro+; HUAWEI nova 11 ~ nova11 SE;
    nova 12 Ultra ~ 华为nova12Ultra星耀版; 麦芒 20 ~ 华为20; 畅享70 ~ 华为畅享70X; 畅享 70S ~ 华为畅享70
  苹果: iPhone 17 ~ iPhone 17 Air; iPhone SE ~ 苹果7/8/SE2; iPhone 7 Plus ~ 苹果7/8/SE2; iPhone 7 ~ 7P/8P;
    iPhone 14 Pro ~ 苹果13/14通用; iPhone XS Max ~ 苹果X/XS; iPhone XR ~ 苹果X/XS; iPhone SE (第 2 代) ~ iPhone SE3;
    iPhone 15 Plus ~ 苹果15P; iPhone 15 Pro ~ A3092; iPhone 12 Pro Max ~ iPhone12/12Pro通用; iPhone 17 Pro ~ iPhone17ProMax;
    iPhone 14 Pro ~ 苹果14 6.1寸; iPhone 16 ~ 16P/16PM; iPhone 14 ~ iPhone14Plus
  三星: Galaxy S23 ~ SM-S9160; Galaxy S24 ~ 三星S24U; Galaxy S24+ ~ 三星S24; Galaxy Z Fold5 ~ W24; Galaxy Note20 ~ 三星note20u;
    Galaxy A52 ~ Galaxy A52s 5G; Galaxy M54 ~ 三星A54; Galaxy S10 Lite ~ 三星S10; Galaxy S21 ~ S21+;
    Galaxy Note10 ~ 三星Note10+; Galaxy A05s ~ 三星A05; 三星 W23 ~ W23 Flip; Galaxy S7 edge ~ 三星S7
  OPPO: OPPO Reno11 ~ Reno11 Pro; OPPO Find X7 ~ OPPO FindX7 Ultra; OPPO K11 ~ OPPO K11x; OPPO A96 ~ OPPO A97;
    OPPO Reno5 Pro ~ Reno5Pro+; OPPO Reno6 ~ OPPO Reno6 Z; OPPO A1 活力版 ~ OPPO A1; 一加 Ace 2 ~ OPPO Ace2;
    OPPO Ace2 ~ 一加Ace2; OPPO Reno9 Pro+ ~ Reno9Pro; OPPO Find X5 Pro 天玑版 ~ findx5pro; OPPO A3 ~ OPPO A3x;
    OPPO K9s ~ OPPO K9 Pro; OPPO R17 ~ R17 Pro; OPPO Find N2 ~ FindN2 Flip; OPPO A2m ~ OPPO A2
  vivo: vivo X90 ~ vivo X90s; vivo S17 ~ S17t; vivo Y100 ~ Y100i; iQOO 11 ~ vivo iqoo11s; iQOO Z8 ~ vivo Y8;
    vivo X100 ~ iQOO 100; iQOO Neo8 ~ Neo 8 Pro; vivo X Fold3 ~ vivo XFold3Pro; vivo Y35 ~ vivo Y35+;
    vivo Y77e ~ Y77; vivo X80 Pro ~ vivoX80; vivo S12 ~ s12pro; iQOO Neo7 竞速版 ~ iqooneo7; vivo X21 ~ X21i;
    vivo X100s Pro ~ X100 Pro; vivo X200 Pro ~ X200 Pro mini; vivo Z5x ~ iqooz5x
  荣耀: 荣耀 90 ~ 荣耀90 Pro; 荣耀 Magic V2 ~ 荣耀MagicVs2; 荣耀 X40 GT ~ 荣耀x40gt竞速版; 荣耀 30 青春版 ~ 荣耀30; 荣耀V40 轻奢版 ~ 荣耀V40;
    荣耀 60 ~ 华为60; 荣耀 X50i ~ 荣耀X50i+; 荣耀9X ~ 荣耀X9; 荣耀 Magic6 至臻版 ~ 荣耀Magic6; 荣耀畅玩50 ~ 荣耀50; 荣耀 X50 ~ 荣耀畅玩X50;
    荣耀 80 直屏版 ~ 荣耀80
  真我: 真我 11 Pro ~ realme11pro+; realme Q3 Pro ~ 真我Q3; 真我 GT2 大师探索版 ~ 真我GT2; 真我V23 ~ 真我V23i; realme GT Neo 3T ~ 真我gtneo3;
    realme X7 Pro 至尊版 ~ 真我X7Pro; 真我 Neo7 ~ 真我GTNeo7; 真我 Q5i ~ 真我Q5
  魅族: 魅族 20 ~ 魅族20 INFINITY
  努比亚: 红魔8 Pro ~ 努比亚Z50; 红魔9 Pro+ ~ 红魔9pro
`

/** The pairs of a list that the matcher judges as one body (`match` true) or as two. */
function misjudged(list: string, match: boolean): string[] {
  let brand = ''
  return list
    .split(/;|\n/)
    .map((text) => text.trim())
    .filter((text) => {
      const [, named, seller, factory] = /^(?:([^:~]+):)?\s*(.*?) ~ (.*)$/.exec(text) ?? []
      brand = named ?? brand
      return seller !== undefined && factory !== undefined && isMatch(judgeNames(brand, seller, factory)) === match
    })
}

test('names of one body are matched', () => {
  expect(misjudged(oneBody, true)).toHaveLength(235)
  expect(misjudged(oneBody, false)).toEqual([])
})

test('names of two bodies are not matched, however similar they are', () => {
  expect(misjudged(twoBodies, false)).toHaveLength(127)
  expect(misjudged(twoBodies, true)).toEqual([])
})
