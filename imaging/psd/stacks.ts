/** Says of a layer, with the layers clipped to it, how it acts on others, whether a group can be taken apart, and how it looks. */

import type { LayerAppearance } from '../../contract/rules/appearance'
import { isolatesAdjustments, modeOf, passes, type Stack, stacksOf } from './compose'
import type { PsdNode } from './node'

const visibleIn = (nodes: readonly PsdNode[]): readonly PsdNode[] => nodes.filter(({ hidden }) => !hidden)

/** Whether a stack changes the colours of what lies below it, beyond covering it. */
export function actsBelow(stack: Stack, isolated = false): boolean {
  const { base } = stack
  if (base.kind === 'adjustment') return base.adjustment !== null && !isolated
  if (passes(base)) return actsThrough(stack, isolated)
  return modeOf(base) !== 'normal' || base.effects.some(({ blend, opacity }) => blend !== 'normal' && opacity > 0)
}

/** Whether the layers of a pass-through group act on what lies below the group. @param isolated adjustments do not. */
export function actsThrough(stack: Stack, isolated = false): boolean {
  const inner = isolated || isolatesAdjustments(stack)
  return passes(stack.base) && stacksOf(stack.base.children ?? []).some((one) => !one.base.hidden && actsBelow(one, inner))
}

/** Whether a stack has no pixels by its nature and acts on others: an adjustment layer, or a group of some. */
export const showsNothing = (stack: Stack): boolean => stack.base.kind === 'adjustment' || actsThrough(stack)

export const isMasked = ({ mask, vector }: PsdNode): boolean => mask !== null || vector !== null

const anyStyled = (nodes: readonly PsdNode[]): boolean =>
  visibleIn(nodes).some(({ effects, interior, children }) => effects.length + interior.length > 0 || anyStyled(children ?? []))

/** Whether the layers of a group look the same without the group, whose opacity and masks each of them takes over. */
export function splits(whole: Stack): boolean {
  const { base, clips } = whole
  const { children, effects, lostEffects, opacity, fill } = base
  if (children === null || children.length === 0 || clips.length > 0 || base.artboard !== null) return false
  const through = passes(base)
  if (
    effects.length + base.interior.length > 0 ||
    lostEffects.length > 0 ||
    base.lostOptions.length > 0 ||
    (!through && modeOf(base) !== 'normal')
  )
    return false
  const stacks = stacksOf(children).filter((stack) => !stack.base.hidden)
  if (isolatesAdjustments(whole) || (opacity * fill < 1 && stacks.length > 1)) return false
  if (isMasked(base) && anyStyled(children)) return false
  // Layers of an isolated group act on the group alone.
  if (!through && stacks.some((stack) => actsBelow(stack))) return false
  return stacks.every((stack) => !actsThrough(stack) || splits(stack))
}

/** Fields other than the defaults of a layer's appearance. */
export function lookOf({ base, clips }: Stack, ancestors: readonly PsdNode[], adjusts: boolean): LayerAppearance {
  const opacity = ancestors.reduce((product, group) => product * group.opacity * group.fill, base.opacity)
  const blend = modeOf(base)
  const adjustments = adjusts ? visibleIn(clips).flatMap(({ adjustment }) => adjustment ?? []) : []
  return {
    ...(opacity < 1 ? { opacity } : {}),
    ...(base.fill < 1 ? { fillOpacity: base.fill } : {}),
    ...(blend === 'normal' ? {} : { blend }),
    ...(base.effects.length > 0 ? { effects: base.effects } : {}),
    ...(adjustments.length > 0 ? { adjustments } : {}),
  }
}

/** Appearance of an adjustment layer, which has no picture of its own: its fill opacity is one more opacity. */
export function adjustingLook(node: PsdNode, ancestors: readonly PsdNode[]): LayerAppearance {
  const { fillOpacity = 1, ...look } = lookOf({ base: node, clips: [] }, ancestors, false)
  const opacity = (look.opacity ?? 1) * fillOpacity
  const adjustments = node.adjustment === null ? [] : [node.adjustment]
  return { ...look, ...(opacity < 1 ? { opacity } : {}), adjustments, adjustsBelow: true }
}

/** Whether a visible stack that becomes one picture is mixed of several. */
export const mixesInside = ({ base, clips }: Stack): boolean =>
  !base.hidden && (visibleIn(clips).length > 0 || visibleIn(base.children ?? []).length > 1)

/** Whether the layers clipped to a layer are adjustments of that layer alone. */
export const adjustsOnly = (clips: readonly PsdNode[]): boolean =>
  clips.length > 0 &&
  visibleIn(clips).every(
    (clip) => clip.adjustment !== null && !isMasked(clip) && clip.opacity * clip.fill >= 1 && clip.mode === 'normal',
  )

/**
 * Whether a stack is drawn otherwise than in Photoshop: the layers of a group that is composed by itself mix with what lies below
 * it, or a layer is clipped to an adjustment that does not act everywhere.
 *
 * @param below the stack below it.
 */
export function losesMixing(stack: Stack, below: Stack | undefined): boolean {
  const { base } = stack
  if (base.hidden) return false
  if (isolatesAdjustments(stack) && actsThrough(stack)) return true
  if (!base.clipping || below === undefined || below.base.kind !== 'adjustment') return false
  const { opacity, fill, mode } = below.base
  return isMasked(below.base) || opacity * fill < 1 || mode !== 'normal'
}
