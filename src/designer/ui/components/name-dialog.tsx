import { useQueryClient } from '@tanstack/react-query'
import { fileKind } from '../../../../contract/constants'
import { linkComponent } from '../../../../design/commands/component'
import { normalise } from '../../../../design/model/invariants'
import { layersOf } from '../../../../design/model/queries'
import { componentCreate } from '../../../../design/template/save'
import { componentKeys } from '../../../api/queries/components'
import { useApi, usePlatform } from '../../../api/services'
import { FormDialog } from '../../../ui/form-dialog'
import { NameField } from '../../../ui/name-field'
import { toastSuccess } from '../../../ui/toast'
import { withStoredPictures } from '../../api/pictures'
import { useCell, useDesigner } from '../context'
import { asComponentDoc } from './component-content'

interface Named {
  readonly name: string
}

/** Asks for the name of a new component, and makes it of the layers; or renames one. */
export function ComponentNameDialog() {
  const designer = useDesigner()
  const { session, renderer, pictures, uiState } = designer
  const api = useApi()
  const platform = usePlatform()
  const queries = useQueryClient()
  const naming = useCell(uiState.naming)

  /** Stores the layers as a component, which the layers themselves then show. */
  const create = async (name: string, uuids: readonly string[]) => {
    const canvas = renderer.get()
    if (!canvas) throw new Error('画布还没有准备好，请稍后再试')
    const drawn = normalise(asComponentDoc(layersOf(session.getState().doc, uuids)))
    const doc = withStoredPictures(drawn, await pictures.store(drawn))
    const blob = await canvas.exportThumbnail(doc)
    const { fileId } = await platform.uploadFile({ name: 'component.png', blob }, fileKind.templateThumbnail)
    const body = componentCreate(doc, { name, thumbnailFileId: fileId })
    const idempotencyKey = `component-${session.uuid()}`
    const { id } = await api.designComponents.create({ body }, { quiet: true, again: true, idempotencyKey })
    session.run(linkComponent, { uuids, id, groupId: session.uuid() })
    toastSuccess('已设为组件，可以在「组件」里插入其他模板')
  }
  const save = async ({ name }: Named) => {
    if (naming?.kind === 'new') await create(name.trim(), naming.uuids)
    else if (naming)
      await api.designComponents.rename({ params: { id: naming.component.id }, body: { name: name.trim() } }, { quiet: true })
    await queries.invalidateQueries({ queryKey: componentKeys.all })
  }
  return (
    <FormDialog<Named>
      visible={naming !== null}
      title={naming?.kind === 'rename' ? '重命名组件' : '设为组件'}
      okText={naming?.kind === 'rename' ? '重命名' : '设为组件'}
      subject={naming?.kind === 'rename' ? naming.component.id : 'new'}
      initialValues={{ name: naming?.kind === 'rename' ? naming.component.name : (naming?.name ?? '') }}
      fields={['name']}
      save={save}
      onClose={() => uiState.naming.set(null)}
    >
      {() => (
        <NameField
          label="组件名称"
          placeholder="例如：店标"
          check={(value, fail) => fail(value?.trim() ? undefined : '请输入组件名称')}
        />
      )}
    </FormDialog>
  )
}
