import { Button, Input } from '@arco-design/web-react'
import { IconDelete, IconPlus } from '@arco-design/web-react/icon'
import { type ReactNode, useId, useRef, useState } from 'react'
import { InvalidError } from '../../../../contract/call-errors'
import { GuardedForm, leaveForm } from '../../../ui/guarded-form'
import { Modal } from '../../../ui/modal'
import { toastSuccess } from '../../../ui/toast'
import { useProductMutations } from '../mutations'
import { addSku, changeSku, newProduct, type ProductProblems, problemsOf, readProduct, removeSku } from './product-draft'

interface AddDialogProps {
  readonly shopId: number
  readonly open: boolean
  readonly onClose: () => void
}

/** 添加商品: adds a product by hand, for marketplaces whose products cannot be read. */
export function AddDialog({ shopId, open, onClose }: AddDialogProps) {
  return (
    <Modal visible={open} title="添加商品" footer={null} onCancel={() => leaveForm(onClose)} className="guarded-dialog">
      <Fields shopId={shopId} onClose={onClose} />
    </Modal>
  )
}

interface FieldProps {
  readonly label: string
  readonly problem: string | undefined
  /** Receives the id of the field and of the element that describes it. */
  readonly children: (parts: { readonly id: string; readonly 'aria-describedby'?: string }) => ReactNode
}

function Field({ label, problem, children }: FieldProps) {
  const id = useId()
  return (
    <div className="products-field">
      <label htmlFor={id}>{label}</label>
      {children({ id, ...(problem !== undefined && { 'aria-describedby': `${id}-problem` }) })}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="setting-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

function Fields({ shopId, onClose }: Pick<AddDialogProps, 'shopId' | 'onClose'>) {
  const [draft, setDraft] = useState(newProduct)
  const [saveAttempted, setSaveAttempted] = useState(false)
  // The server's refusal of what was sent; typing clears it.
  const [refused, setRefused] = useState<ProductProblems | null>(null)
  const { create } = useProductMutations(shopId)
  const list = useRef<HTMLUListElement>(null)
  const validated = readProduct(draft)
  const problems = refused ?? (saveAttempted ? validated.problems : null)
  const status = (problem: string | undefined) => (problem === undefined ? {} : { status: 'error' as const })
  const changeDraft = (next: typeof draft) => {
    setRefused(null)
    setDraft(next)
  }
  const add = () => {
    changeDraft(addSku(draft))
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  const save = async () => {
    setSaveAttempted(true)
    if (validated.product === null) return false
    try {
      await create.mutateAsync(validated.product)
    } catch (error) {
      const placed = error instanceof InvalidError && error.issues.length > 0 ? problemsOf(draft, error.issues) : null
      if (placed === null) throw error
      setRefused(placed)
      return false
    }
    toastSuccess('添加成功')
    return true
  }
  return (
    <GuardedForm
      isDirty={draft !== newProduct}
      okText="添加商品"
      save={save}
      onSaved={onClose}
      onCancel={onClose}
      note={saveAttempted && validated.count > 0 ? `还差 ${validated.count} 处没有填好` : ''}
    >
      <Field label="商品的平台ID" problem={problems?.originalId}>
        {(parts) => (
          <Input
            {...parts}
            {...status(problems?.originalId)}
            autoFocus
            value={draft.originalId}
            placeholder="在抖店后台的商品列表里复制"
            onChange={(originalId) => changeDraft({ ...draft, originalId })}
          />
        )}
      </Field>
      <Field label="商品的标题" problem={problems?.title}>
        {(parts) => (
          <Input
            {...parts}
            {...status(problems?.title)}
            value={draft.title}
            onChange={(title) => changeDraft({ ...draft, title })}
          />
        )}
      </Field>
      <Field label="商品图片的链接（选填）" problem={problems?.imageUrl}>
        {(parts) => (
          <Input
            {...parts}
            {...status(problems?.imageUrl)}
            value={draft.imageUrl}
            placeholder="https://"
            onChange={(imageUrl) => changeDraft({ ...draft, imageUrl })}
          />
        )}
      </Field>
      <section className="setting-part" aria-label="商品规格">
        <h2 className="setting-title">商品规格</h2>
        {problems?.skus !== undefined && (
          <p className="setting-problem" role="alert">
            {problems.skus}
          </p>
        )}
        <ul className="products-skus" ref={list}>
          {draft.skus.map(({ key, originalId, propertiesName }, index) => (
            <li key={key} className="products-sku-row" aria-label={`第 ${index + 1} 个规格`}>
              <Field label="平台ID" problem={problems?.sku.get(key)?.originalId}>
                {(parts) => (
                  <Input
                    {...parts}
                    {...status(problems?.sku.get(key)?.originalId)}
                    value={originalId}
                    onChange={(value) => changeDraft(changeSku(draft, key, { originalId: value }))}
                  />
                )}
              </Field>
              <Field label="属性名称" problem={problems?.sku.get(key)?.propertiesName}>
                {(parts) => (
                  <Input
                    {...parts}
                    {...status(problems?.sku.get(key)?.propertiesName)}
                    value={propertiesName}
                    placeholder="例如 颜色:白色;机型:iPhone 15"
                    onChange={(value) => changeDraft(changeSku(draft, key, { propertiesName: value }))}
                  />
                )}
              </Field>
              <Button
                type="text"
                status="danger"
                icon={<IconDelete />}
                aria-label={`移除第 ${index + 1} 个规格`}
                onClick={() => changeDraft(removeSku(draft, key))}
              />
            </li>
          ))}
        </ul>
        <Button icon={<IconPlus />} onClick={add}>
          新增规格
        </Button>
      </section>
    </GuardedForm>
  )
}
