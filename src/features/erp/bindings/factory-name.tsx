import type { FactoryPhoneModel } from '../../../../contract/types'

interface FactoryNameProps {
  readonly name: string
  readonly code: string
}

/** What the factory calls it, and its code where that says something else. */
export function FactoryName({ name, code }: FactoryNameProps) {
  return (
    <span className="erp-factory-name" title={code === '' || code === name ? name : `${name}（${code}）`}>
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
