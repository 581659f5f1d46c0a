/**
 * The catalogues of the demo's two factories, in different styles: the first has readable codes and short Chinese names, the
 * second opaque codes and full names. Neither has everything that the demo shop sells, and each has something out of stock.
 */
import type { SimulatedFactory } from './simulator'

type Model = SimulatedFactory['models'][number]

/** Name, code, printed area in mm, stock. */
type Row = readonly [name: string, code: string, width: number, height: number, stock?: number]

/** Writes sizes like the first factory: as text, some with the unit. */
const readable = ([name, code, width, height, stock = 5000]: Row): Model => ({
  code,
  name,
  width: width.toFixed(2),
  height: `${height}mm`,
  stock,
})

/** The second factory numbers its moulds without a recognizable system. */
const opaque = ([name, code, width, height, stock = 120]: Row): Model => ({
  code,
  name,
  width: String(width),
  height: String(height),
  stock,
})

const dongguan: readonly Row[] = [
  ['苹果 12/12Pro', 'IP12-12P', 71.3, 146.5],
  ['苹果 13', 'IP13', 71.5, 146.7],
  ['苹果 13Pro', 'IP13P', 71.5, 146.7],
  ['苹果 13ProMax', 'IP13PM', 78.1, 160.8],
  ['苹果 14', 'IP14', 71.5, 146.7],
  ['苹果 14Plus', 'IP14PLUS', 78.1, 160.8],
  ['苹果 14Pro', 'IP14P', 71.5, 147.5],
  ['苹果 14ProMax', 'IP14PM', 77.6, 160.7],
  ['苹果 15', 'IP15', 71.6, 147.6],
  ['苹果 15Plus', 'IP15PLUS', 77.8, 160.9],
  ['苹果 15Pro', 'IP15P', 70.6, 146.6],
  ['苹果 15ProMax', 'IP15PM', 76.7, 159.9],
  ['苹果 16', 'IP16', 71.6, 147.6],
  ['苹果 16Pro', 'IP16P', 71.5, 149.6],
  ['苹果 16ProMax', 'IP16PM', 77.6, 163],
  ['苹果 7/8/SE2', 'IP7-8-SE2', 67.3, 138.4],
  ['华为 Mate60', 'HW-M60', 76, 161.4],
  ['华为 Mate60Pro', 'HW-M60P', 79, 163.7],
  ['华为 Mate60Pro+', 'HW-M60PP', 79, 163.7],
  ['华为 Pura70', 'HW-P70', 74.3, 157.6],
  ['华为 Pura70Ultra', 'HW-P70U', 75.1, 162.6],
  ['华为 Nova12', 'HW-N12', 75, 161],
  ['华为 Nova12Pro', 'HW-N12P', 74.8, 163.3],
  ['荣耀 100', 'HN-100', 74.7, 161.7],
  ['荣耀 Magic6Pro', 'HN-MG6P', 75.8, 162.5],
  ['小米 13', 'MI13', 71.5, 152.8],
  ['小米 14', 'MI14', 71.5, 152.8],
  ['小米 14Pro', 'MI14P', 75.3, 161.4],
  ['小米 14Ultra', 'MI14U', 75.3, 161.4, 0],
  ['红米 K70', 'RM-K70', 75, 160.9],
  ['红米 K70Pro', 'RM-K70P', 75, 160.9],
  ['红米 Note13 5G', 'RM-N13-5G', 75, 161.1],
  ['OPPO FindX7', 'OP-FX7', 75.4, 162.7],
  ['OPPO FindX7Ultra', 'OP-FX7U', 76.2, 164.3],
  ['OPPO Reno11', 'OP-R11', 74.1, 161.9],
  ['OPPO Reno11Pro', 'OP-R11P', 74.2, 162.4],
  ['vivo X100', 'VV-X100', 75.2, 164],
  ['vivo X100Pro', 'VV-X100P', 75.3, 164.1],
  ['vivo S18', 'VV-S18', 74.4, 162.7],
  ['三星 S24Ultra', 'SS-S24U', 79, 162.3],
]

const yiwu: readonly Row[] = [
  ['Apple iPhone 15', '8f3a0c17', 71.6, 147.6],
  ['Apple iPhone 15 Pro', '8f3a0c18', 70.6, 146.6],
  ['Apple iPhone 15 Pro Max', '8f3a0c1b', 76.7, 159.9],
  ['Apple iPhone 16', '91d2e044', 71.6, 147.6],
  ['Apple iPhone 16 Pro Max', '91d2e049', 77.6, 163, 0],
  ['HUAWEI Mate 60 Pro', 'c07715ae', 79, 163.7],
  ['HUAWEI Mate 60 RS 非凡大师', 'c07715b2', 79, 163.7],
  ['HUAWEI Pura 70 Ultra', 'c1409d03', 75.1, 162.6],
  ['Xiaomi 14', '5be18820', 71.5, 152.8],
  ['Redmi K70 Pro', '5be1a6f1', 75, 160.9],
  ['OPPO Reno 11 Pro', 'e29b3107', 74.2, 162.4],
  ['vivo X100 Pro', 'f6604cd2', 75.3, 164.1],
]

export const demoFactories: readonly SimulatedFactory[] = [
  {
    id: 'DG01',
    name: '东莞印客数码印刷厂',
    models: dongguan.map(readable),
    materials: [
      {
        id: '101',
        code: 'PC-MS',
        name: '磨砂PC硬壳',
        colors: [
          { id: '1011', code: 'WH', name: '白色' },
          { id: '1012', code: 'BK', name: '黑色' },
          { id: '1013', code: 'PK', name: '粉色' },
          { id: '1014', code: 'BL', name: '蓝色' },
        ],
      },
      { id: '102', code: 'TPU-TM', name: '全透TPU软壳', colors: [] },
      {
        id: '103',
        code: 'GL-JM',
        name: '镜面玻璃壳',
        colors: [
          { id: '1031', code: 'WH', name: '白色' },
          { id: '1032', code: 'GD', name: '金色' },
        ],
      },
    ],
  },
  {
    id: '20318',
    name: '义乌彩壳工坊',
    models: yiwu.map(opaque),
    materials: [
      {
        id: '7c01',
        code: '7c01',
        name: '二合一磨砂壳',
        colors: [
          { id: '7c01-1', name: '云白' },
          { id: '7c01-2', name: '墨黑' },
        ],
      },
      { id: '7c02', code: '7c02', name: '高透软壳', colors: [] },
    ],
  },
]
