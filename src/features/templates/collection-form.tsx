import { useMemo } from 'react'
import { textLimits } from '../../../contract/rules/limits'
import type { TemplateCollection } from '../../../contract/types'
import { toastSuccess } from '../../ui/toast'
import { useCollectionMutations } from './mutations'
import { NameDialog, type Naming } from './name-dialog'

interface CollectionFormProps {
  /** The collection to rename, 'new' to add one, null while closed. */
  readonly target: TemplateCollection | 'new' | null
  /** All collections, to warn of a name that exists already. */
  readonly collections: readonly TemplateCollection[]
  readonly onClose: () => void
  readonly onSaved: (collection: TemplateCollection) => void
}

const field = {
  label: '分组名称',
  placeholder: '例如：夏日主题',
  maxLength: textLimits.templateCollection,
  required: '请输入分组名称',
}

/** A dialog that adds or renames a template collection. */
export function CollectionForm({ target, collections, onClose, onSaved }: CollectionFormProps) {
  const { create, rename } = useCollectionMutations()
  const { mutateAsync: add } = create
  const { mutateAsync: renameCollection } = rename
  const naming = useMemo((): Naming | null => {
    if (target === null) return null
    const reportSaved = (saved: TemplateCollection, text: string) => {
      toastSuccess(text)
      onSaved(saved)
    }
    const otherNames = collections.filter((collection) => collection !== target).map((collection) => collection.name)
    const warn = (name: string) => (otherNames.includes(name) ? '已有同名的分组，建议换一个名称以便区分。' : null)
    if (target === 'new') {
      const save = async (name: string) => reportSaved(await add(name), '分组添加成功')
      return { ...field, title: '新建分组', okText: '新建分组', name: '', warn, save }
    }
    const save = async (name: string) => reportSaved(await renameCollection({ id: target.id, name }), '分组修改成功')
    return { ...field, title: '重命名分组', okText: '保存名称', name: target.name, warn, save }
  }, [target, collections, onSaved, add, renameCollection])
  return <NameDialog naming={naming} onClose={onClose} />
}
