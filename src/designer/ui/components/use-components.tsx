import { useQuery, useQueryClient } from '@tanstack/react-query'
import { newInstance } from '../../../../contract/rules/component'
import type { ComponentRow, DesignComponent } from '../../../../contract/types'
import { insertComponent } from '../../../../design/commands/component'
import type { Point } from '../../../../design/geometry/shapes'
import { componentKeys, componentsQuery } from '../../../api/queries/components'
import { templateKeys } from '../../../api/queries/templates'
import { restorableText, useRestore } from '../../../api/queries/trash'
import { useApi } from '../../../api/services'
import { confirmDelete, showMessage } from '../../../ui/confirm'
import { FailureText } from '../../../ui/failure-view'
import { offerUndo } from '../../../ui/undo'
import { useDesigner, useSession } from '../context'
import { contentOf, insertedAt, usageText } from './component-content'

/** Returns the component of an instance; undefined while it is not known, null where it was deleted. */
export function useComponent(id: number | null): ComponentRow | null | undefined {
  const api = useApi()
  const isTemplate = useSession(({ subject }) => subject === 'template')
  const query = useQuery({ ...componentsQuery(api), enabled: id !== null && isTemplate, meta: { quiet: true } })
  return query.data && (query.data.find((one) => one.id === id) ?? null)
}

/** Returns a function that shows a changed component in the open design, and offers to take the change back. */
export function useShowChange() {
  const api = useApi()
  const queries = useQueryClient()
  const { session } = useDesigner()
  const show = (from: DesignComponent, to: DesignComponent) => {
    session.showContent({ from: contentOf(from), to: contentOf(to) })
    void queries.invalidateQueries({ queryKey: componentKeys.all })
    void queries.invalidateQueries({ queryKey: templateKeys.lists() })
  }
  const revert = async (now: DesignComponent, to: number): Promise<DesignComponent> => {
    const body = { revision: now.revision, to }
    const reverted = await api.designComponents.revert({ params: { id: now.id }, body }, { quiet: true })
    show(now, reverted)
    return reverted
  }
  return {
    /** `from` is the content that the design shows now. */
    changed(from: DesignComponent, to: DesignComponent): void {
      show(from, to)
      const where = to.templates > 0 ? `，${to.templates} 个模板已一起换成新的内容` : ''
      offerUndo(`组件「${to.name}」已更新${where}`, async () => {
        await revert(to, from.revision)
        return '组件已恢复原来的内容，用到它的模板也一起恢复了'
      })
    },
    /** Gives the component the content of an earlier revision, here and in all templates. */
    async revertTo(id: number, revision: number): Promise<DesignComponent> {
      return revert(await api.designComponents.get({ params: { id } }, { quiet: true }), revision)
    },
  }
}

/** Acts on the components of the panel. */
export function useComponentActs() {
  const api = useApi()
  const queries = useQueryClient()
  const restore = useRestore()
  const { session } = useDesigner()
  return {
    async insert({ id, name }: Pick<ComponentRow, 'id' | 'name'>, at: Point | null = null): Promise<void> {
      try {
        const component = await api.designComponents.get({ params: { id } }, { quiet: true, again: true })
        const place = insertedAt(component, session.getState().doc, at)
        session.run(insertComponent, { layers: newInstance(contentOf(component), place, session.uuid) })
      } catch (error) {
        await showMessage(`没有插入组件「${name}」`, <FailureText error={error} />)
      }
    },
    async remove(component: ComponentRow): Promise<void> {
      const { id, name, templates } = component
      const warning = `${templates > 0 ? `${usageText(component)}，这些模板保持现在的样子，不再一起更新。` : ''}${restorableText}`
      const isRemoved = await confirmDelete(name, warning, () => api.designComponents.remove({ params: { id } }))
      void queries.invalidateQueries({ queryKey: componentKeys.all })
      if (isRemoved) offerUndo(`已删除组件「${name}」`, () => restore('component', [id]))
    },
  }
}
