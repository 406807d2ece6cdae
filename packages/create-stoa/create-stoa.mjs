#!/usr/bin/env node
// Plain JavaScript, because npm may run it with Node 20.
import { createShop } from './create-shop.mjs';

process.exitCode = await createShop(process.argv.slice(2), { command: 'npm create stoa' });
