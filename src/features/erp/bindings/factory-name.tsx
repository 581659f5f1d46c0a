import type { FactoryPhoneModel } from '../../../../contract/types'

interface FactoryNameProps {
  readonly name: string
  readonly code: string
}

/** The factory's name of an entry, and its code where that differs from the name. */
export function FactoryName({ name, code }: FactoryNameProps) {
  return (
    <span className="erp-factory-name" title={code === '' || code === name ? name : `${name}（${code}）`}>
      <span>{name}</span>
      {code !== '' && code !== name && <span className="erp-code">{code}</span>}
    </span>
  )
}

/** 库存 of a model as a number, or 未提供 where the factory does not give it. */
export function Stock({ stock }: Pick<FactoryPhoneModel, 'stock'>) {
  if (stock === null) return <span className="erp-unsaid">未提供</span>
  return <span className={`numeric${stock > 0 ? '' : ' erp-short'}`}>{stock > 0 ? stock : '缺货'}</span>
}
