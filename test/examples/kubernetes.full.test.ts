/** Manifests of examples/kubernetes, validated against the published schemas and each other because tests have no cluster. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT, runCli, serveCli } from '../support/cli.js'
import { installed } from '../support/installed.js'
import { type KubernetesObject, objectsIn, problemsOf } from '../support/kubernetes.js'

const folder = join(ROOT, 'examples/kubernetes')
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')
const files = readdirSync(folder).filter((name) => name !== 'kustomization.yaml')
const objects = files.flatMap((name) => objectsIn(textOf(name)))
const find = (kind: string, name = 'gmx-sim') => {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name)
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`)
  return found
}
const deployment = find('Deployment')
const [container] = deployment.spec.template.spec.containers

describe.skipIf(!installed('schemas'))('the published schemas', () => {
  test('every object is one', () => {
    expect(objects.length).toBeGreaterThan(8)
    for (const object of objects) expect(problemsOf(object)).toEqual([])
  })
})

test('kustomization.yaml names every file', () => {
  const { resources, images } = parse(textOf('kustomization.yaml'))
  expect(resources.sort()).toEqual(files)
  expect(images.map(({ name }: { name: string }) => name)).toEqual([container.image])
})

test('selectors match existing pods', () => {
  const labelsOf = ({ spec }: KubernetesObject) => spec.template.metadata.labels
  for (const name of ['gmx-sim', 'gmx-sim-store']) {
    const owner = objects.find(
      ({ kind, metadata }) => ['Deployment', 'StatefulSet'].includes(kind) && metadata.name === name,
    ) as KubernetesObject
    expect(owner.spec.selector.matchLabels).toEqual(labelsOf(owner))
    expect(find('Service', name).spec.selector).toEqual(labelsOf(owner))
    expect(find('NetworkPolicy', name).spec.podSelector.matchLabels).toEqual(labelsOf(owner))
  }
  expect(find('PodDisruptionBudget').spec.selector).toEqual(deployment.spec.selector)
  expect(find('HorizontalPodAutoscaler').spec.scaleTargetRef.name).toBe(deployment.metadata.name)
  const [{ from }] = find('NetworkPolicy', 'gmx-sim-store').spec.ingress
  expect(from[0].podSelector.matchLabels).toEqual(labelsOf(deployment))
  const [{ to }] = find('NetworkPolicy').spec.egress
  expect(to[0].podSelector.matchLabels).toEqual(labelsOf(find('StatefulSet', 'gmx-sim-store')))
})

test('no container runs as root or writes to the root file system', () => {
  for (const { spec } of [deployment, find('StatefulSet', 'gmx-sim-store')]) {
    const { securityContext, containers, automountServiceAccountToken } = spec.template.spec
    expect([securityContext.runAsNonRoot, automountServiceAccountToken]).toEqual([true, false])
    for (const { securityContext: own } of containers)
      expect(own).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
  }
})

test('referenced secrets exist, and the store address resolves to its service', () => {
  const { stringData = {} } = find('Secret')
  const asked = objects
    .flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
    .flatMap(({ env }) => env)
    .flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? [])
  for (const { name, key } of asked) expect([name, key in stringData]).toEqual(['gmx-sim', true])
  expect(asked.map(({ key }) => key).sort()).toEqual(Object.keys(stringData).sort())
  const url = new URL(stringData['store'])
  const { metadata, spec } = find('Service', 'gmx-sim-store')
  expect([url.hostname, Number(url.port)]).toEqual([metadata.name, spec.ports[0].port])
  expect(url.password).toBe(stringData['store-password'])
})

test('its probes are answered by a server with its environment, and its variables are known', async () => {
  const names = container.env.map(({ name }: { name: string }) => name)
  const { stdout } = await runCli(['serve', '--help'])
  for (const name of names) expect(stdout).toContain(`${name})`)
  const { stringData = {} } = find('Secret')
  const served = await serveCli([], { GMX_SIM_CONTROL_TOKEN: stringData['control-token'] })
  try {
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect((await fetch(`${served.ready.url}${container[probe].httpGet.path}`)).status).toBe(200)
  } finally {
    await served.stop()
  }
})
