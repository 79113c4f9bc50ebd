// Pictures in high quality, to be looked at.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newPictures } from './browser.mjs';
import { kPatience, listen, ready } from './harness.mjs';

export async function takePictures(browser, port, folder) {
  await mkdir(folder, { recursive: true });
  const shoot = async (name, options, query, act = async () => {}) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    listen(page, name);
    await page.goto(`http://127.0.0.1:${port}/?${query}`);
    await ready(page);
    await act(page);
    await newPictures(page);
    const path = join(folder, `${name}.png`);
    await page.screenshot({ path, timeout: kPatience, caret: 'initial' });
    await context.close();
  };
  const desktop = { viewport: { width: 1280, height: 720 } };
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  await shoot('viewer-outside', desktop, 'quality=high');
  await shoot('viewer-cab', desktop, 'quality=high', (page) => page.keyboard.press('Digit2'));
  await shoot('viewer-help', desktop, 'quality=low', (page) => page.keyboard.press('KeyH'));
  await shoot('viewer-phone', phone, 'quality=low');
}
