import { expect, test } from 'vitest'
import { programEnvironment } from '../../src/server/config/program-environment.js'

test('secrets of the simulator do not reach a program, other variables do', () => {
  const others = { PATH: '/bin', GMX_SIM_PORT: '1', GMX_SIM_URL: 'http://localhost', STORE: 'x' }
  const secrets = {
    GMX_SIM_STORE: 'redis://:password@store',
    GMX_SIM_CONTROL_TOKEN: 'token',
    GMX_SIM_SIGNER_KEY: '0x1',
  }
  const direct = 'localhost,127.0.0.1,::1'
  expect(programEnvironment({ ...others, ...secrets })).toEqual({
    ...others,
    NO_PROXY: direct,
    no_proxy: direct,
  })
})

test.each([
  [{ NO_PROXY: 'intern.example' }, 'intern.example,localhost,127.0.0.1,::1'],
  [{ NO_PROXY: 'upper.example', no_proxy: 'lower.example' }, 'lower.example,localhost,127.0.0.1,::1'],
  [{ no_proxy: '' }, 'localhost,127.0.0.1,::1'],
  [{ NO_PROXY: '*' }, '*'],
])('its proxy is not used for loopback, nor for hosts that were excluded before: %j', (env, hosts) => {
  const proxy = { HTTP_PROXY: 'http://proxy.example:3128' }
  expect(programEnvironment({ ...env, ...proxy })).toEqual({ ...proxy, NO_PROXY: hosts, no_proxy: hosts })
})
