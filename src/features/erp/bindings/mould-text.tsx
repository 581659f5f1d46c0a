import type { FactoryPhoneModel } from '../../../../contract/types'

interface MouldTextProps {
  readonly name: string
  readonly code: string
}

/** What the factory calls it, and its code where that says something else. */
export function MouldText({ name, code }: MouldTextProps) {
  return (
    <span className="erp-mould" title={code === '' || code === name ? name : `${name}（${code}）`}>
      <span>{name}</span>
      {code !== '' && code !== name && <span className="erp-code">{code}</span>}
    </span>
  )
}

/** 库存 of a model as a figure; nothing where the factory does not say. */
export function Stock({ stock }: Pick<FactoryPhoneModel, 'stock'>) {
  if (stock === null) return <span className="erp-unsaid">未提供</span>
  return <span className={`numeric${stock > 0 ? '' : ' erp-short'}`}>{stock > 0 ? stock : '缺货'}</span>
}
