import express from 'express';
import pg from 'pg';
import { includePackages } from '#base';
import type { BundleModule } from '#bundle';

includePackages({ express, pg });
export function runChild(load: () => Promise<BundleModule>): void {
  console.log(performance.now(), process.memoryUsage().rss / 1e6);
  load().then((m) => console.log(Object.keys(m), performance.now(), process.memoryUsage().rss / 1e6));
}
