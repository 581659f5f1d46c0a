import { type ProductMode, productMode } from '../../../../contract/constants'

interface ModeWords {
  readonly label: string
  /** The buyer's possibilities in this mode. */
  readonly hint: string
}

const words: Readonly<Record<ProductMode, ModeWords>> = {
  [productMode.default]: { label: '默认', hint: '按商品自己的定制设置' },
  [productMode.diy]: { label: '自主定制', hint: '买家在定制页里自己设计' },
  [productMode.singleTemplate]: { label: '单个模板', hint: '买家只能用这一个模板' },
  [productMode.templateCollections]: { label: '模板分组', hint: '买家从模板分组里挑选' },
  [productMode.templateCollectionsAndDiy]: { label: '模板分组 + 自主定制', hint: '买家可以挑模板，也可以自己设计' },
}

/** The options of 定制模式, worded as in the shop's customization settings. */
export const productModes = Object.values(productMode).map((mode) => ({ mode, ...words[mode] }))
