/** The steps of setting up a factory, and how many of them an account has done. Pure. */

export type StepKey = 'key' | 'bind' | 'push'

export interface Step {
  readonly key: StepKey
  readonly title: string
  readonly text: string
  readonly isDone: boolean
}

export interface SetupFacts {
  readonly hasKey: boolean
  /** Number of material bindings at all factories. */
  readonly materialBindings: number
  /** Known only to this browser: whether an order was pushed from here. */
  readonly hasPushed: boolean
}

/** The three steps to the first order at a factory, in their order. */
export const stepsOf = ({ hasKey, materialBindings, hasPushed }: SetupFacts): readonly Step[] => [
  { key: 'key', title: '授权 key', text: '把工厂系统的 key 交给壳匠，才能读到工厂和它的型号。', isDone: hasKey },
  {
    key: 'bind',
    title: '绑定品牌、机型和材质',
    text: '告诉工厂，你的每个型号、材质和颜色对应它的哪一个；型号可以自动匹配，至少要绑定一种材质。',
    isDone: materialBindings > 0,
  },
  { key: 'push', title: '推送订单', text: '在订单管理里勾选订单，推送给工厂生产。', isDone: hasPushed },
]
