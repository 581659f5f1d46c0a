/** The steps of setting up a factory, and how many of them an account has done. Pure. */
import type { Factory } from '../../../../contract/types'

export type StepKey = 'key' | 'bind' | 'push'

export interface Step {
  readonly key: StepKey
  readonly title: string
  readonly text: string
  readonly isDone: boolean
  /** The rest of the work in words; absent where nothing was done yet, or nothing is left. */
  readonly left?: string
}

export interface SetupFacts {
  readonly hasKey: boolean
  /** Numbers of models, materials and colours that are on sale and not bound, at each factory that has bindings at all. */
  readonly unbound: readonly Factory['unbound'][]
  /** Known only to this browser: whether an order was pushed from here. */
  readonly hasPushed: boolean
}

/** 3 个机型、1 种材质; empty where nothing is left. */
const leftText = ({ models, materials, colors }: Factory['unbound']): string =>
  [models > 0 && `${models} 个机型`, materials > 0 && `${materials} 种材质`, colors > 0 && `${colors} 种颜色`]
    .filter(Boolean)
    .join('、')

/** Of several factories, the one that lacks least. */
function leftAt(unbound: SetupFacts['unbound']): Pick<Step, 'left'> {
  const [least] = [...unbound].sort((a, b) => sumOf(a) - sumOf(b))
  const text = least === undefined ? '' : leftText(least)
  return text === '' ? {} : { left: `上架的商品里还有 ${text}没有绑定` }
}
const sumOf = ({ models, materials, colors }: Factory['unbound']): number => models + materials + colors

/** The three steps to the first order at a factory, in their order. */
export const stepsOf = ({ hasKey, unbound, hasPushed }: SetupFacts): readonly Step[] => [
  { key: 'key', title: '授权 key', text: '把工厂系统的 key 交给壳匠，才能读到工厂和它的型号。', isDone: hasKey },
  {
    key: 'bind',
    title: '绑定品牌、机型和材质',
    text: '告诉工厂，你的每个型号、材质和颜色对应它的哪一个；型号可以自动匹配。',
    isDone: unbound.some((one) => leftText(one) === ''),
    ...leftAt(unbound),
  },
  { key: 'push', title: '推送订单', text: '在订单管理里勾选订单，推送给工厂生产。', isDone: hasPushed },
]
